import { z } from 'zod';
import { endpoint } from './endpoint';

/**
 * The Fleet API: machines in the form of ISO/TS 15143-3 (AEMP 2.0), for software of mixed fleets. Names, nesting and
 * units are the standard's, so they are not those of the other contracts; `datetime`, `version` and `snapshotTime` are
 * attributes in XML. A value that is not known is left out. docs/fleet-api.md is for developers of a client.
 */
export const fleetNamespace = 'http://standards.iso.org/iso/15143/-3';
export const fleetPath = '/api/fleet/iso15143';
export const fleetTokenPath = '/api/fleet/oauth/token';
export const fleetHeader = 'authorization';
export const fleetTokenSeconds = 3600;
/** Machines on a page of the fleet snapshot, entries on a page of a series. */
export const fleetPageSize = 100;
export const seriesPageSize = 1000;

/** YYYY-MM-DDThh:mm:ssZ */
const datetime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u);
const percent = z.number().min(0).max(100);
const Links = z.array(z.object({ rel: z.enum(['self', 'first', 'prev', 'next', 'last']), href: z.url() }));
export type FleetLinks = z.output<typeof Links>;

const Location = z.object({ datetime, Latitude: z.number(), Longitude: z.number() });
const Hours = z.object({ datetime, Hour: z.number().min(0) });
const Fuel = z.object({ datetime, FuelUnits: z.literal('litre'), FuelConsumed: z.number().min(0) });
const Distance = z.object({ datetime, OdometerUnits: z.literal('kilometre'), Odometer: z.number().min(0) });
const Percent = z.object({ datetime, Percent: percent });
const EngineStatus = z.object({ datetime, Running: z.boolean() });
const Speed = z.object({ datetime, SpeedUnits: z.literal('kilometres per hour'), Speed: z.number().min(0) });
const FaultCode = z.object({
  datetime,
  CodeIdentifier: z.string(),
  CodeDescription: z.string(),
  CodeSeverity: z.string(),
  CodeSource: z.string(),
});

/** In the order of the elements in XML. */
export const FleetEquipment = z.object({
  EquipmentHeader: z.object({
    UnitInstallDateTime: datetime.optional(),
    OEMName: z.string(),
    Model: z.string(),
    EquipmentID: z.string(),
    SerialNumber: z.string(),
    PIN: z.string(),
  }),
  Location: Location.optional(),
  CumulativeOperatingHours: Hours.optional(),
  FuelUsed: Fuel.optional(),
  FuelUsedLast24: Fuel.optional(),
  Distance: Distance.optional(),
  CumulativeIdleHours: Hours.optional(),
  FuelRemaining: Percent.optional(),
  DEFRemaining: Percent.optional(),
  EngineStatus: EngineStatus.optional(),
  AverageLoadFactorLast24: Percent.optional(),
  MaximumSpeedLast24: Speed.optional(),
});
export type FleetEquipment = z.output<typeof FleetEquipment>;
export const FleetSnapshot = z.object({
  version: z.string(),
  snapshotTime: datetime,
  Links,
  Equipment: z.array(FleetEquipment),
});
export type FleetSnapshot = z.output<typeof FleetSnapshot>;

/** A series by its name in the address: the root of its answer, and the element of one entry. */
export const fleetSeries = {
  Locations: { root: 'LocationMessages', element: 'Location', entry: Location },
  CumulativeOperatingHours: {
    root: 'CumulativeOperatingHoursMessages',
    element: 'CumulativeOperatingHours',
    entry: Hours,
  },
  CumulativeIdleHours: { root: 'CumulativeIdleHoursMessages', element: 'CumulativeIdleHours', entry: Hours },
  CumulativeFuelUsed: { root: 'FuelUsedMessages', element: 'FuelUsed', entry: Fuel },
  Distance: { root: 'DistanceMessages', element: 'Distance', entry: Distance },
  FuelRemainingRatio: { root: 'FuelRemainingMessages', element: 'FuelRemaining', entry: Percent },
  DEFRemainingRatio: { root: 'DEFRemainingMessages', element: 'DEFRemaining', entry: Percent },
  EngineCondition: { root: 'EngineStatusMessages', element: 'EngineStatus', entry: EngineStatus },
  AverageDailyEngineLoadFactor: {
    root: 'AverageLoadFactorLast24Messages',
    element: 'AverageLoadFactorLast24',
    entry: Percent,
  },
  PeakDailySpeed: { root: 'MaximumSpeedLast24Messages', element: 'MaximumSpeedLast24', entry: Speed },
  Faults: { root: 'DiagnosticTroubleCode', element: 'FaultCode', entry: FaultCode },
} as const;
export type FleetSeriesName = keyof typeof fleetSeries;
export type FleetEntry<N extends FleetSeriesName> = z.output<(typeof fleetSeries)[N]['entry']>;
export const fleetSeriesNames = Object.keys(fleetSeries) as [FleetSeriesName, ...FleetSeriesName[]];

type Series<N extends FleetSeriesName> = { version: string; Links: FleetLinks } & {
  [E in (typeof fleetSeries)[N]['element']]: FleetEntry<N>[];
};
/** The answer of one series. */
export const seriesAnswer = <N extends FleetSeriesName>(name: N): z.ZodType<Series<N>> => {
  const { element, entry } = fleetSeries[name];
  return z.object({ version: z.string(), Links, [element]: z.array(entry) }) as unknown as z.ZodType<Series<N>>;
};
export type FleetSeries = { [N in FleetSeriesName]: Series<N> }[FleetSeriesName];
const AnySeries: z.ZodType<FleetSeries> = z.union(
  fleetSeriesNames.map((name) => seriesAnswer(name)) as unknown as [z.ZodType<FleetSeries>],
);

/** Other names of a series, as makers have it. */
const alsoCalled: Record<string, FleetSeriesName> = {
  fuelremaining: 'FuelRemainingRatio',
  defremaining: 'DEFRemainingRatio',
};
/** Addresses are read in any case, as some clients write `locations`. */
const seriesNamed = (text: unknown): unknown =>
  typeof text === 'string'
    ? (fleetSeriesNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? alsoCalled[text.toLowerCase()])
    : undefined;

const segment = z.string().min(1).max(100);
const seriesParams = {
  series: z.preprocess(seriesNamed, z.enum(fleetSeriesNames)).meta({ type: 'string', enum: fleetSeriesNames }),
  // checked by domain/fleet-api, which returns the errors
  startDateUTC: z.string().max(40),
  endDateUTC: z.string().max(40),
  pageNumber: z.string().max(10),
};
const byModel = { make: segment, model: segment, serialNumber: segment };
const standard = {
  method: 'GET',
  allow: 'fleet',
  tag: 'Fleet API (ISO/TS 15143-3)',
  bare: ['application/xml', 'application/json'],
} as const;
const Text = z.string().max(2000).optional();

export const fleetApi = {
  token: endpoint({
    method: 'POST',
    path: fleetTokenPath,
    allow: 'public',
    tag: standard.tag,
    bare: ['application/json'],
    form: true,
    summary: 'An access token for an hour, by client credentials (RFC 6749, 4.4)',
    body: z.object({ grant_type: Text, client_id: Text, client_secret: Text, scope: Text }),
    data: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.number(),
      scope: z.literal('fleet'),
    }),
  }),
  fleet: endpoint({
    ...standard,
    path: `${fleetPath}/Fleet/:pageNumber`,
    summary: 'The newest values of all machines, 100 on a page',
    params: z.object({ pageNumber: z.string().max(10) }),
    data: FleetSnapshot,
  }),
  equipment: endpoint({
    ...standard,
    path: `${fleetPath}/Fleet/Equipment/:identifier`,
    summary: 'The newest values of one machine, by PIN or VIN',
    params: z.object({ identifier: segment }),
    data: FleetSnapshot,
  }),
  equipmentByModel: endpoint({
    ...standard,
    path: `${fleetPath}/Fleet/Equipment/MakeModelSerial/:make/:model/:serialNumber`,
    summary: 'The same by make, model and serial number',
    params: z.object(byModel),
    data: FleetSnapshot,
  }),
  series: endpoint({
    ...standard,
    path: `${fleetPath}/Fleet/Equipment/:identifier/:series/:startDateUTC/:endDateUTC/:pageNumber`,
    summary: 'A value of one machine over time, by PIN or VIN, 1,000 entries on a page',
    params: z.object({ identifier: segment, ...seriesParams }),
    data: AnySeries,
  }),
  seriesByModel: endpoint({
    ...standard,
    path: `${fleetPath}/Fleet/Equipment/MakeModelSerial/:make/:model/:serialNumber/:series/:startDateUTC/:endDateUTC/:pageNumber`,
    summary: 'The same by make, model and serial number',
    params: z.object({ ...byModel, ...seriesParams }),
    data: AnySeries,
  }),
};
