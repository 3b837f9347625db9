import { type DiagUp, type StreamUp } from '@headland/contracts/device/diagnosis';
import { type FlashUp } from '@headland/contracts/device/flash';
import {
  type ActiveFault,
  type EngineUp,
  type FaultUp,
  type Sample,
  type SosUp,
  type StatusUp,
  type TelemetryUp,
} from '@headland/contracts/device/up';

/**
 * Messages of a terminal on a tractor that works a field near Gimje. Each is valid as it is; name only what the test is
 * about: `sosUp({ type: 'rollover', seq: 7 })`. The default time is now, because the back end checks a message's time.
 */
export function telemetryUp(over: Partial<TelemetryUp> = {}): TelemetryUp {
  const ts = over.ts ?? Date.now();
  return { v: 1, boot: 1, seq: 1, ts, samples: [sample({ ts })], ...over };
}

/** `count` samples, 10 s apart, the last at `ts`. */
export function telemetryBatch(
  count: number,
  over: Partial<TelemetryUp> = {},
  sampleOver: Partial<Sample> = {},
): TelemetryUp {
  const ts = over.ts ?? Date.now();
  const samples = Array.from({ length: count }, (_, i) => sample({ ...sampleOver, ts: ts - (count - 1 - i) * 10_000 }));
  return telemetryUp({ ts, samples, ...over });
}

export function sample(over: Partial<Sample> = {}): Sample {
  return {
    ts: Date.now(),
    lat: 35.803_512,
    lon: 126.880_914,
    heading: 92,
    speed: 7.4,
    engine: 'on',
    work: 'work',
    rpm: 1985,
    tilt: { x: 1.2, y: -0.8, z: 0.1 },
    engineHours: 1234.5,
    odometer: 8421.3,
    fuelUsed: 15_230.4,
    fuelLevel: 63.5,
    defLevel: 71,
    load: 68,
    dpfSoot: 42,
    coolant: 86.5,
    oilTemp: 97.2,
    exhaustTemp: 412,
    oilPressure: 385,
    railPressure: 1180,
    battery: 14.2,
    hitch: 22,
    pto: 540,
    ...over,
  };
}

export function engineUp(over: Partial<EngineUp> = {}): EngineUp {
  return {
    v: 1,
    boot: 1,
    seq: 1,
    ts: Date.now(),
    on: true,
    lat: 35.803_512,
    lon: 126.880_914,
    engineHours: 1234.5,
    ...over,
  };
}

export function faultUp(over: Partial<FaultUp> = {}): FaultUp {
  return {
    v: 1,
    boot: 1,
    seq: 1,
    ts: Date.now(),
    active: [activeFault()],
    cleared: [],
    lat: 35.803_512,
    lon: 126.880_914,
    ...over,
  };
}

/** DEF pressure low: the catalogue's example. */
export function activeFault(over: Partial<ActiveFault> = {}): ActiveFault {
  return { code: 'E0410', spn: 4334, fmi: 18, count: 1, lamp: 'AWL', ...over };
}

export function sosUp(over: Partial<SosUp> = {}): SosUp {
  return {
    v: 1,
    boot: 1,
    seq: 1,
    ts: Date.now(),
    type: 'button',
    lat: 35.803_512,
    lon: 126.880_914,
    tilt: { x: 1.2, y: -0.8, z: 0.1 },
    speed: 0,
    ...over,
  };
}

export function statusUp(over: Partial<StatusUp> = {}): StatusUp {
  return {
    v: 1,
    boot: 1,
    ts: Date.now(),
    online: true,
    firmware: '2.4.1',
    sim: '8982051900000012345',
    rssi: -71,
    ...over,
  };
}

/** Any uuid: a test names its own session and request. */
const someUuid = '7e57ab1e-0000-4000-8000-000000000001';

export function diagUp(over: Partial<DiagUp> = {}): DiagUp {
  return { v: 1, boot: 1, seq: 1, ts: Date.now(), session: someUuid, req: someUuid, state: 'watching', ...over };
}

export function streamUp(over: Partial<StreamUp> = {}): StreamUp {
  const ts = over.ts ?? Date.now();
  return {
    v: 1,
    boot: 1,
    seq: 1,
    ts,
    session: someUuid,
    t0: ts,
    period: 500,
    items: ['engine.rpm'],
    rows: [[820]],
    ...over,
  };
}

/** Needs all fields of the message: `flashUp({ state: 'ready', have: [] })`. */
export function flashUp(over: Record<string, unknown> = { state: 'checking' }): FlashUp {
  return { v: 1, boot: 1, seq: 1, ts: Date.now(), session: someUuid, ...over } as FlashUp;
}
