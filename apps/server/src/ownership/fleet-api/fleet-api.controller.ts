import { Controller, Inject, Req, UseFilters, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { fleetApi, type FleetEquipment, fleetPageSize, type FleetSnapshot } from '@headland/contracts/fleet-api';
import { lastPage, pageFrom, pageLinks } from '@headland/domain/fleet-api';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { CurrentFleetClient, type FleetCaller } from '../../platform/caller';
import { FleetFormat } from './fleet-format';
import { FleetProblemFilter } from './fleet-problem.filter';
import { FleetSeriesReads } from './fleet-series.reads';
import { FleetSnapshotReads } from './fleet-snapshot.reads';
import { utc } from './fleet-values';

type Api = typeof fleetApi;
/** Of the documents, as the standard counts them. */
const version = '1';

/** The resources of ISO/TS 15143-3: snapshots of the fleet and of one machine, and its values over time. */
@Controller()
@UseFilters(FleetProblemFilter)
@UseInterceptors(FleetFormat)
export class FleetApiController {
  constructor(
    private readonly snapshots: FleetSnapshotReads,
    private readonly values: FleetSeriesReads,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serve(fleetApi.fleet) async fleet(
    { params }: Parsed<Api['fleet']>,
    @CurrentFleetClient() client: FleetCaller,
    @Req() request: Request,
  ): Promise<Reply<Api['fleet']>> {
    const page = pageFrom(params.pageNumber);
    if (page === null) throw new Problem('E0001', {}, { pageNumber: 'field.pos' });
    const last = lastPage(await this.snapshots.count(client), fleetPageSize);
    if (page > last) throw new Problem('FLEET_PAGE_BEYOND', { last });
    const machines = await this.snapshots.page(client, page);
    return this.snapshot(
      pageLinks(page, last, (n) => this.pageOf(request, n)),
      machines,
    );
  }

  @Serve(fleetApi.equipment) async equipment(
    { params }: Parsed<Api['equipment']>,
    @CurrentFleetClient() client: FleetCaller,
    @Req() request: Request,
  ): Promise<Reply<Api['equipment']>> {
    const machine = await this.snapshots.one(client, params);
    return this.snapshot([{ rel: 'self', href: `${this.base(request)}${request.path}` }], [machine]);
  }

  @Serve(fleetApi.equipmentByModel) async equipmentByModel(
    { params }: Parsed<Api['equipmentByModel']>,
    @CurrentFleetClient() client: FleetCaller,
    @Req() request: Request,
  ): Promise<Reply<Api['equipmentByModel']>> {
    const machine = await this.snapshots.one(client, params);
    return this.snapshot([{ rel: 'self', href: `${this.base(request)}${request.path}` }], [machine]);
  }

  @Serve(fleetApi.series) series(
    { params }: Parsed<Api['series']>,
    @CurrentFleetClient() client: FleetCaller,
    @Req() request: Request,
  ): Promise<Reply<Api['series']>> {
    return this.values.read(client, params, request, (n) => this.pageOf(request, n));
  }

  @Serve(fleetApi.seriesByModel) seriesByModel(
    { params }: Parsed<Api['seriesByModel']>,
    @CurrentFleetClient() client: FleetCaller,
    @Req() request: Request,
  ): Promise<Reply<Api['seriesByModel']>> {
    return this.values.read(client, params, request, (n) => this.pageOf(request, n));
  }

  private snapshot(Links: FleetSnapshot['Links'], Equipment: FleetEquipment[]): FleetSnapshot {
    return { version, snapshotTime: utc(this.now()), Links, Equipment };
  }

  /** The address of another page of the same list: its last segment is the number. */
  private pageOf(request: Request, page: number): string {
    return `${this.base(request)}${request.path.replace(/[^/]+\/?$/u, String(page))}`;
  }

  private base(request: Request): string {
    return (this.config.PUBLIC_URL ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`).replace(
      /\/$/u,
      '',
    );
  }
}
