import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { ConsumableFilter } from '@headland/contracts/consumable';
import { consumableForWall, faultForWall, sosForWall, wall } from '@headland/contracts/wall';
import { faultSummaries, faultCounts } from '../../incidents/faults/fault.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { logHead } from '../../platform/event-log/log-reader';
import { LOG } from '../../platform/log';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { SeeKioskScreen } from '../../people/session/see-kiosk-screen.command';
import { sosCounts, sosSummaries } from '../../incidents/sos/sos.reads';
import { fleetAreas } from '../../fleet/vehicles/fleet-areas.reads';
import { fleetCounts } from '../../fleet/vehicles/vehicle.reads';
import { ConsumableReads } from '../../maintenance/consumables/consumable.reads';
import { wallSettings } from '../../people/session/kiosk.reads';

/** More rows than a wall display can show, so that it knows the next ones. */
const maxSos = 30;
const maxFaults = 40;
const maxConsumables = 20;

@Controller()
export class WallController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly commands: CommandBus,
    private readonly consumables: ConsumableReads,
  ) {}

  @Serve(wall.picture)
  async picture(_: Parsed<typeof wall.picture>, @CurrentCaller() caller: Caller): Promise<Reply<typeof wall.picture>> {
    // read first: events after it are sent again, which is harmless
    const head = await logHead(this.database);
    const zone = this.config.PRODUCT_TIME_ZONE;
    const kiosk = caller.kioskId === null ? null : await wallSettings(this.database, caller.kioskId);
    const { name, settings } = kiosk ?? { name: caller.name, settings: null };
    const playlist = settings?.playlist ?? [];
    const [sos, faults, fleet, alerts, reports, organization, areas, consumables] = await Promise.all([
      sosSummaries(this.database, caller.scope, maxSos),
      faultSummaries(this.database, caller.scope, maxFaults),
      fleetCounts(this.database, caller.scope),
      sosCounts(this.database, caller.scope, zone),
      faultCounts(this.database, caller.scope, zone),
      this.organizationOf(caller),
      fleetAreas(
        this.database,
        caller.scope,
        playlist.flatMap((step) => (step.view === 'map' ? [step.organizationId] : [])),
      ),
      playlist.some(({ view }) => view === 'consumables' || view === 'figures') ? this.due(caller) : null,
      // a heartbeat only: where nothing can be written the wall shows its calls all the same
      this.commands
        .execute(new SeeKioskScreen(caller))
        .catch((error: unknown) => this.log.warn({ error }, 'the heartbeat of a wall was not written')),
    ]);
    return {
      head,
      at: this.now().toISOString(),
      name,
      organization,
      settings,
      areas,
      consumables,
      sos: sos.map(sosForWall),
      faults: faults.map(faultForWall),
      sosOpen: fleet.sosOpen,
      faultsOpen: fleet.faultsOpen,
      faultsOverdue: reports.overdue,
      vehicles: fleet.vehicles,
      online: fleet.online,
      engineOn: fleet.engineOn,
      acceptedToday: reports.acceptedToday,
      completedToday: reports.completedToday,
      medianAcknowledgeSeconds: alerts.medianAcknowledgeSeconds,
    };
  }

  private async organizationOf({ organizationId }: Caller): Promise<string> {
    const [row] = await this.database.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
      organizationId,
    ]);
    return row?.name ?? '';
  }

  private async due(caller: Caller): Promise<Reply<typeof wall.picture>['consumables']> {
    const { rows, total } = await this.consumables.list(ConsumableFilter.parse({ size: maxConsumables }), caller);
    return { total, rows: rows.flatMap(consumableForWall) };
  }
}
