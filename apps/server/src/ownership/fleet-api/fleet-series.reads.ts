import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import {
  type FleetEntry,
  fleetSeries,
  type FleetLinks,
  type FleetSeries,
  type FleetSeriesName,
  seriesPageSize,
} from '@headland/contracts/fleet-api';
import { lastPage, pageLinks, seriesFrom, type Span, spansIn } from '@headland/domain/fleet-api';
import { severityOfRank } from '@headland/domain/fault';
import { type Correction, correctionOn } from '@headland/domain/meter';
import { dayOf } from '@headland/domain/zone-day';
import { correctionsOf, devicesOf } from '../../maintenance/hours/meter.reads';
import type { Bilingual } from '../../platform/bilingual';
import { CONFIG, type Config } from '../../platform/config';
import { Problem } from '../../platform/problem';
import { languageOf } from '../../platform/problem.filter';
import type { FleetCaller } from '../../platform/caller';
import { type Identity, machineOf, ownTimes } from './fleet-scope.reads';
import { countSamples, locationsSql, lookBackMs, seriesSql } from './fleet-series.sql';
import { degrees, percent, rounded, utc } from './fleet-values';

interface Valued {
  at: Date;
  value: number;
}
interface Fault {
  at: Date;
  code: string;
  name: Bilingual;
  part: Bilingual;
  severity: number;
  spn: number | null;
  fmi: number | null;
}
interface RowOf {
  Locations: { at: Date; lat: number; lon: number };
  CumulativeOperatingHours: Valued;
  CumulativeIdleHours: Valued;
  CumulativeFuelUsed: Valued;
  Distance: Valued;
  FuelRemainingRatio: Valued;
  DEFRemainingRatio: Valued;
  EngineCondition: { at: Date; running: boolean };
  AverageDailyEngineLoadFactor: Valued;
  PeakDailySpeed: Valued;
  Faults: Fault;
}
/** What entries of a machine are made with. */
interface About {
  corrections: readonly Correction[];
  timeZone: string;
  language: 'ko' | 'en';
}
type Asked = Identity & { series: FleetSeriesName; startDateUTC: string; endDateUTC: string; pageNumber: string };
interface Found {
  rows: unknown[];
  total: number;
}

/** Values of one machine over time, as ISO/TS 15143-3 has them: half-open periods, oldest first. */
@Injectable()
export class FleetSeriesReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws Problem NOT_FOUND for a machine that the client does not see, and for what is wrong with period or page. */
  async read(
    client: FleetCaller,
    asked: Asked,
    request: Request,
    hrefOf: (page: number) => string,
  ): Promise<FleetSeries> {
    const { from, to, page } = this.periodOf(asked);
    const id = await this.machine(client, asked);
    const times = await ownTimes(this.database, client, id);
    const spans = spansIn({ from: from - (lookBackMs[asked.series] ?? 0), to }, times);
    const read = (offset: number) =>
      asked.series === 'Locations'
        ? this.locations(id, spans, offset)
        : this.listed(asked.series, id, spans, new Date(from), new Date(to), offset);
    const { rows, total } = await read((page - 1) * seriesPageSize);
    const last = lastPage(total, seriesPageSize);
    if (page > last) throw new Problem('FLEET_PAGE_BEYOND', { last });
    const about: About = {
      corrections:
        asked.series.startsWith('Cumulative') || asked.series === 'Distance' ? await this.corrections(id) : [],
      timeZone: this.config.PRODUCT_TIME_ZONE,
      language: languageOf(request.headers['accept-language']),
    };
    return answerOf(asked.series, pageLinks(page, last, hrefOf), rows, about);
  }

  private periodOf(asked: Asked): Span & { page: number } {
    const maxDays = this.config.QUERY_MAX_DAYS;
    const period = seriesFrom(asked, maxDays);
    if ('errors' in period) throw new Problem('E0001', {}, period.errors);
    if ('tooLong' in period) throw new Problem('PERIOD_TOO_LONG', { maxDay: maxDays });
    return period.value;
  }

  private async machine(client: FleetCaller, identity: Identity): Promise<number> {
    const where = machineOf(client, identity, this.config.FLEET_OEM_NAME);
    const [found] = await this.database.query<{ id: number }[]>(
      `SELECT v.id FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (found === undefined) throw new Problem('NOT_FOUND');
    return found.id;
  }

  private corrections(id: number): Promise<Correction[]> {
    return correctionsOf(this.database, id);
  }

  private async listed(
    name: Exclude<FleetSeriesName, 'Locations'>,
    id: number,
    spans: readonly Span[],
    from: Date,
    to: Date,
    offset: number,
  ): Promise<Found> {
    const parameters = [id, spans.map((s) => new Date(s.from)), spans.map((s) => new Date(s.to)), from, to];
    const sql = `FROM (${seriesSql[name]}) x WHERE x.at >= $4 AND x.at < $5`;
    const tie = name === 'Faults' ? ', x.id' : '';
    const [rows, [counted]] = await Promise.all([
      this.database.query<unknown[]>(
        `SELECT x.* ${sql} ORDER BY x.at${tie} LIMIT ${seriesPageSize} OFFSET ${offset}`,
        parameters,
      ),
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total ${sql}`, parameters),
    ]);
    return { rows, total: counted?.total ?? 0 };
  }

  private async locations(id: number, spans: readonly Span[], offset: number): Promise<Found> {
    const parameters = [
      id,
      await devicesOf(this.database, id),
      spans.map((s) => new Date(s.from)),
      spans.map((s) => new Date(s.to)),
      new Date(spans[0]?.from ?? 0),
      new Date(spans.at(-1)?.to ?? 0),
    ];
    const [rows, [counted]] = await Promise.all([
      this.database.query<unknown[]>(locationsSql(seriesPageSize, offset), parameters),
      this.database.query<{ total: number }[]>(countSamples, parameters),
    ]);
    return { rows, total: counted?.total ?? 0 };
  }
}

const hours = ({ at, value }: Valued): FleetEntry<'CumulativeOperatingHours'> => ({
  datetime: utc(at),
  Hour: rounded(Math.max(0, value)),
});
const share = ({ at, value }: Valued): FleetEntry<'FuelRemainingRatio'> => ({
  datetime: utc(at),
  Percent: percent(value),
});
/** A meter with what staff have entered to be added to it since that day. */
const corrected = (meter: 'hours' | 'odometer', row: Valued, { corrections, timeZone }: About): Valued => ({
  at: row.at,
  value: row.value + correctionOn(corrections, meter, dayOf(row.at.getTime(), timeZone)),
});

const entryOf: { [N in FleetSeriesName]: (row: RowOf[N], about: About) => FleetEntry<N> } = {
  Locations: ({ at, lat, lon }) => ({ datetime: utc(at), Latitude: degrees(lat), Longitude: degrees(lon) }),
  CumulativeOperatingHours: (row, about) => hours(corrected('hours', row, about)),
  CumulativeIdleHours: hours,
  CumulativeFuelUsed: ({ at, value }) => ({
    datetime: utc(at),
    FuelUnits: 'litre',
    FuelConsumed: rounded(Math.max(0, value)),
  }),
  Distance: (row, about) => ({
    datetime: utc(row.at),
    OdometerUnits: 'kilometre',
    Odometer: rounded(Math.max(0, corrected('odometer', row, about).value)),
  }),
  FuelRemainingRatio: share,
  DEFRemainingRatio: share,
  EngineCondition: ({ at, running }) => ({ datetime: utc(at), Running: running }),
  AverageDailyEngineLoadFactor: share,
  PeakDailySpeed: ({ at, value }) => ({
    datetime: utc(at),
    SpeedUnits: 'kilometres per hour',
    Speed: rounded(Math.max(0, value)),
  }),
  Faults: ({ at, code, name, part, severity, spn, fmi }, { language }) => ({
    datetime: utc(at),
    CodeIdentifier: code,
    CodeDescription:
      spn === null ? name[language] : `${name[language]} (SPN ${spn}${fmi === null ? '' : ` FMI ${fmi}`})`,
    CodeSeverity: severityOfRank(severity) ?? 'minor',
    CodeSource: part[language],
  }),
};

function answerOf<N extends FleetSeriesName>(name: N, Links: FleetLinks, rows: unknown[], about: About): FleetSeries {
  const make = entryOf[name] as (row: unknown, about: About) => FleetEntry<N>;
  return {
    version: '1',
    Links,
    [fleetSeries[name].element]: rows.map((row) => make(row, about)),
  } as unknown as FleetSeries;
}
