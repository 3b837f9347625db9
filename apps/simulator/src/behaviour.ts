import { malformedReasons } from '@headland/testing/builders/malformed';
import { z } from 'zod';

/**
 * Faults of the fleet's network and clocks. The defaults are a fleet on good days: some terminals use CBOR, a machine
 * now and then drives through a dead spot. A share is 0..1 of devices, boots or messages, as documented; rates are per
 * device.
 */
const share = z.number().min(0).max(1);
const perHour = z.number().min(0).max(3600);
const ms = z
  .number()
  .int()
  .min(0)
  .max(400 * 86_400_000);

export const ClockBehaviour = z.strictObject({
  skewShare: share.default(0).describe('boots whose clock is off by up to skewMaxMs'),
  skewMaxMs: ms.min(1).default(86_400_000),
  epoch1970Share: share.default(0).describe('boots whose clock starts at 1970'),
  year2099Share: share.default(0).describe('boots whose clock starts at 2099'),
  jumpsPerHour: perHour.default(0).describe('the clock jumps within a boot, by up to ± jumpMaxMs'),
  jumpMaxMs: ms.default(3_600_000),
  driftPpm: z.number().min(0).max(10_000).default(20),
});
export type ClockBehaviour = z.output<typeof ClockBehaviour>;

export const Behaviour = z.strictObject({
  cbor: share.default(0.2).describe('devices that send CBOR'),
  duplicates: share.default(0).describe('messages that are sent twice'),
  reorder: z
    .strictObject({ share: share.default(0), windowMs: ms.default(5000) })
    .prefault({})
    .describe('messages held back by up to windowMs, so that later ones overtake them'),
  late: z
    .strictObject({ share: share.default(0), maxMs: ms.default(3 * 3_600_000) })
    .prefault({})
    .describe('messages held back by up to maxMs'),
  backlog: z
    .strictObject({
      share: share.default(0),
      messages: z.number().int().min(1).max(1000).default(20),
      hours: z.number().min(0.1).max(720).default(24),
    })
    .prefault({})
    .describe(
      'devices that start with telemetry recorded in the hours before, under an earlier boot, and deliver it between the new',
    ),
  deadSpots: z
    .strictObject({ perHour: perHour.default(0.1), minMs: ms.default(5000), maxMs: ms.default(120_000) })
    .prefault({})
    .describe('the connection vanishes, uploads queue'),
  rebootsPerHour: perHour.default(0.01).describe('power is lost; boot + 1, seq from 1'),
  clock: ClockBehaviour.prefault({}),
  malformed: z
    .strictObject({
      share: z.number().min(0).max(10).default(0),
      // badBody is opt-in: it needs a seq of its own and waits for its down/ack
      reasons: z
        .array(z.enum(malformedReasons))
        .min(1)
        .default(malformedReasons.filter((reason) => reason !== 'badBody')),
    })
    .prefault({})
    .describe('broken messages for each good one, in addition'),
  slowLink: z
    .strictObject({ share: share.default(0), bytesPerSecond: z.number().int().min(100).default(2000) })
    .prefault({})
    .describe('devices on a slow link'),
  faultsPerDay: z.number().min(0).max(100_000).default(1),
  sosPerDay: z.number().min(0).max(100_000).default(0.05),
  sosTypes: z
    .strictObject({ button: share.default(0.7), rollover: share.default(0.2), collision: share.default(0.1) })
    .prefault({})
    .describe('weights'),
  derivedRollovers: share
    .default(0.3)
    .describe('roll-overs that the device does not report: only its tilt samples show them'),
});
export type Behaviour = z.output<typeof Behaviour>;
