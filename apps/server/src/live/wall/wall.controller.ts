import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { sosForWall, faultForWall, wall } from '@headland/contracts/wall';
import { faultSummaries, faultCounts } from '../../incidents/faults/fault.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { logHead } from '../../platform/event-log/log-reader';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { SeeKioskScreen } from '../../people/session/see-kiosk-screen.command';
import { sosCounts, sosSummaries } from '../../incidents/sos/sos.reads';
import { fleetCounts } from '../../fleet/vehicles/vehicle.reads';

/** More rows than a wall display can show, so that it knows the next ones. */
const maxSos = 30;
const maxFaults = 40;

@Controller()
export class WallController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Serve(wall.picture)
  async picture(_: Parsed<typeof wall.picture>, @CurrentCaller() caller: Caller): Promise<Reply<typeof wall.picture>> {
    // read first: events after it are sent again, which is harmless
    const head = await logHead(this.database);
    const zone = this.config.PRODUCT_TIME_ZONE;
    const [sos, faults, fleet, alerts, reports, place] = await Promise.all([
      sosSummaries(this.database, caller.scope, maxSos),
      faultSummaries(this.database, caller.scope, maxFaults),
      fleetCounts(this.database, caller.scope),
      sosCounts(this.database, caller.scope, zone),
      faultCounts(this.database, caller.scope, zone),
      this.scopeOf(caller),
      this.commands.execute(new SeeKioskScreen(caller)),
    ]);
    return {
      head,
      at: this.now().toISOString(),
      ...place,
      sos: sos.map(sosForWall),
      faults: faults.map(faultForWall),
      sosOpen: fleet.sosOpen,
      faultsOpen: fleet.faultsOpen,
      vehicles: fleet.vehicles,
      online: fleet.online,
      engineOn: fleet.engineOn,
      acceptedToday: reports.acceptedToday,
      completedToday: reports.completedToday,
      medianAcknowledgeSeconds: alerts.medianAcknowledgeSeconds,
    };
  }

  /** The name and sound of a kiosk; for a member the console's own sound setting applies. */
  private async scopeOf(caller: Caller): Promise<{ name: string; organization: string; sound: boolean }> {
    const [row] = await this.database.query<{ organization: string; sound: boolean | null }[]>(
      'SELECT o.name AS organization, (SELECT sound FROM kiosk WHERE id = $2) AS sound FROM organization o WHERE o.id = $1',
      [caller.organizationId, caller.kioskId],
    );
    return { name: caller.name, organization: row?.organization ?? '', sound: row?.sound ?? false };
  }
}
