import { z } from 'zod';
import { asReal, deviceTs, envelope, lat, lon, tilt, uint31, wireText } from './envelope';

/** The key switch; for a terminal that never reports it, `up/engine` or a running engine is used. */
const keyPosition = z.enum(['on', 'off']);

/**
 * Messages of a device: one schema per message of `tms/v1/{device}/up/…`. Unknown fields are dropped, so that a newer
 * terminal still works.
 */
export const StatusUp = z.object({
  v: z.literal(1),
  boot: envelope.boot.optional(),
  ts: deviceTs.optional(),
  online: z.boolean(),
  firmware: wireText(40).optional(),
  sim: wireText(32).optional(),
  rssi: z.number().min(-200).max(50).overwrite(asReal).optional(),
  key: keyPosition.optional(),
});
export type StatusUp = z.output<typeof StatusUp>;

const percent = z.number().min(0).max(100);
const celsius = z.number().min(-80).max(1500);
/**
 * One sample; units as named on the wire: km/h, 1/min, h, km, L, %, °C, kPa (oil), bar (rail), V, degrees. Values of
 * missing sensors are omitted.
 */
export const Sample = z.object({
  ts: deviceTs,
  lat: lat.optional(),
  lon: lon.optional(),
  heading: z.number().min(0).max(360).optional(),
  speed: z.number().min(0).max(400).optional(),
  /** whether the engine runs; the key is `key` */
  engine: z.enum(['on', 'off']).optional(),
  key: keyPosition.optional(),
  work: z.enum(['idle', 'work', 'drive']).optional(),
  rpm: z.number().min(0).max(10_000).optional(),
  tilt: tilt.optional(),
  engineHours: z.number().min(0).max(1e6).optional(),
  odometer: z.number().min(0).max(1e7).optional(),
  fuelUsed: z.number().min(0).max(1e8).optional(),
  fuelLevel: percent.optional(),
  defLevel: percent.optional(),
  load: z.number().min(0).max(200).optional(),
  dpfSoot: z.number().min(0).max(400).optional(),
  coolant: celsius.optional(),
  oilTemp: celsius.optional(),
  exhaustTemp: celsius.optional(),
  oilPressure: z.number().min(0).max(5000).optional(),
  railPressure: z.number().min(0).max(4000).optional(),
  battery: z.number().min(0).max(100).optional(),
  hitch: percent.optional(),
  pto: z.number().min(0).max(5000).optional(),
});
export type Sample = z.output<typeof Sample>;

export const TelemetryUp = z.object({ ...envelope, samples: z.array(Sample).min(1).max(60) });
export type TelemetryUp = z.output<typeof TelemetryUp>;

/** The key was turned; whether the engine runs is in the samples. */
export const EngineUp = z.object({
  ...envelope,
  on: z.boolean(),
  lat: lat.optional(),
  lon: lon.optional(),
  engineHours: Sample.shape.engineHours,
});
export type EngineUp = z.output<typeof EngineUp>;

export const lamps = ['MIL', 'RSL', 'AWL', 'PL'] as const;
export const faultCodePattern = /^[A-Z0-9-]{2,12}$/;
export const ActiveFault = z.object({
  code: z.string().regex(faultCodePattern),
  spn: z.number().int().min(0).max(524_287).optional(),
  fmi: z.number().int().min(0).max(31).optional(),
  count: z.number().int().min(0).max(65_535).optional(),
  lamp: wireText(8).optional(),
});
export type ActiveFault = z.output<typeof ActiveFault>;
export const FaultUp = z.object({
  ...envelope,
  active: z.array(ActiveFault).max(100),
  cleared: z.array(z.string().regex(faultCodePattern)).max(100).default([]),
  lat: lat.optional(),
  lon: lon.optional(),
});
export type FaultUp = z.output<typeof FaultUp>;
const isFaultCode = (code: unknown): code is string => typeof code === 'string' && faultCodePattern.test(code);
/** A fault message of which all but its number and its codes may be unreadable: a terminal without a position still reports. Some count from 0. */
export const FaultAtLeast: z.ZodType<FaultUp> = FaultUp.extend({
  seq: uint31,
  active: z
    .array(
      ActiveFault.extend({
        spn: ActiveFault.shape.spn.catch(undefined),
        fmi: ActiveFault.shape.fmi.catch(undefined),
        count: ActiveFault.shape.count.catch(undefined),
        lamp: ActiveFault.shape.lamp.catch(undefined),
      }),
    )
    .max(100),
  cleared: z
    .array(z.unknown())
    .catch([])
    .transform((codes) => codes.filter(isFaultCode).slice(0, 100)),
  lat: FaultUp.shape.lat.catch(undefined),
  lon: FaultUp.shape.lon.catch(undefined),
});

export const sosTypes = ['button', 'rollover', 'collision'] as const;
export type SosType = (typeof sosTypes)[number];
export const SosUp = z.object({
  ...envelope,
  type: z.enum(sosTypes),
  lat: lat.optional(),
  lon: lon.optional(),
  tilt: tilt.optional(),
  speed: z.number().min(0).max(400).optional(),
});
export type SosUp = z.output<typeof SosUp>;
/**
 * An SOS of which all but its boot and seq may be unreadable: somebody calls, whatever the rest says. A type that is
 * missing or not known counts as the button; without a time (null) it is of when it is received. Some terminals count from 0.
 */
export type SosAtLeast = Omit<SosUp, 'ts'> & { ts: number | null };
export const SosAtLeast: z.ZodType<SosAtLeast> = SosUp.extend({
  seq: uint31,
  v: envelope.v.catch(1),
  ts: deviceTs.nullable().catch(null),
  type: SosUp.shape.type.catch('button'),
  lat: SosUp.shape.lat.catch(undefined),
  lon: SosUp.shape.lon.catch(undefined),
  tilt: SosUp.shape.tilt.catch(undefined),
  speed: SosUp.shape.speed.catch(undefined),
});
