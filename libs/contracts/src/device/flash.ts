import { z } from 'zod';
import { asReal, deviceIdPattern, envelope, wireText } from './envelope';

/**
 * Reprogramming on the wire: `down/flash` offers, `up/flash` requests blocks and reports,
 * `down/flash/{session}/{block}` carries each as raw bytes.
 */
export const flashTargets = ['ecu', 'dcu'] as const;
export type FlashTarget = (typeof flashTargets)[number];
export const flashFormats = ['ulp', 'ddr', 's19'] as const;
export type FlashFormat = (typeof flashFormats)[number];
/** Bytes of a block; the last one of a file may be shorter. */
export const blockBytes = 4096;
/** Largest file, in bytes. */
export const maxFlashBytes = 32 * 1024 * 1024;
export const maxBlocks = maxFlashBytes / blockBytes;

const block = z
  .number()
  .int()
  .min(0)
  .max(maxBlocks - 1);
/** Inclusive: the block numbers from…to. */
export const BlockRange = z.tuple([block, block]).refine(([from, to]) => from <= to, 'from is not after to');
export type BlockRange = readonly [number, number];

export const flashReasons = [
  'busy',
  'keyOff',
  'engineRuns',
  'battery',
  'notParked',
  'variant',
  'calibration',
  'tooLarge',
  'expired',
  'hash',
  'signature',
  'programming',
  'verify',
  'cancelled',
  'noSpace',
  'noKey',
] as const;
export type FlashReason = (typeof flashReasons)[number];
const reason = z.string().regex(/^[a-zA-Z]\w{0,29}$/);
const version = wireText(60);

export const FlashDown = z.discriminatedUnion('op', [
  z.object({
    session: z.uuid(),
    op: z.literal('offer'),
    target: z.enum(flashTargets),
    name: z.string().max(200),
    format: z.enum(flashFormats),
    size: z.number().int().min(1).max(maxFlashBytes),
    /** of the whole file, lower-case hex */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    /** Ed25519 signature of `signedText` (domain/reprogram/offer), base64 */
    signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
    block: z.literal(blockBytes),
    blocks: z.number().int().min(1).max(maxBlocks),
    variant: version,
    calibration: version,
    version,
    /** last moment on the device's own clock, epoch ms: an offer delayed beyond it at the broker has no effect */
    until: z.number().int().min(0),
  }),
  /**
   * answered with `failed` and the reason `cancelled`, also while it verifies; once writing has begun it continues, and
   * reports so
   */
  z.object({ session: z.uuid(), op: z.literal('cancel') }),
]);
export type FlashDown = z.output<typeof FlashDown>;
export type FlashOffer = Extract<FlashDown, { op: 'offer' }>;

/** The controller's program, as reported by itself. */
const running = { version: version.optional(), calibration: version.optional() };
const flashEnvelope = { ...envelope, session: z.uuid() };
export const flashStates = ['refused', 'ready', 'checking', 'programming', 'done', 'failed'] as const;
export const FlashUp = z.union([
  z.object({ ...flashEnvelope, state: z.literal('refused'), reason, ...running }),
  z.object({ ...flashEnvelope, state: z.literal('ready'), have: z.array(BlockRange).max(512) }),
  z.object({
    ...flashEnvelope,
    state: z.undefined().optional(),
    need: BlockRange,
    have: z.array(BlockRange).max(512).optional(),
  }),
  z.object({ ...flashEnvelope, state: z.literal('checking') }),
  z.object({ ...flashEnvelope, state: z.literal('programming'), progress: z.number().min(0).max(1).overwrite(asReal) }),
  z.object({ ...flashEnvelope, state: z.literal('done'), version, calibration: version.optional() }),
  z.object({ ...flashEnvelope, state: z.literal('failed'), reason, ...running, rolledBack: z.boolean().optional() }),
]);
export type FlashUp = z.output<typeof FlashUp>;

export const blockTopic = (device: string, session: string, block: number): string =>
  `tms/v1/${device}/down/flash/${session}/${block}`;
/** `tms/v1/{device}/down/flash/{session}/{block}` → its parts, or null for another topic. */
export function parseBlockTopic(topic: string): { device: string; session: string; block: number } | null {
  const [root, version, device, down, kind, session, number, ...rest] = topic.split('/');
  if (root !== 'tms' || version !== 'v1' || down !== 'down' || kind !== 'flash' || rest.length > 0) return null;
  if (device === undefined || !deviceIdPattern.test(device) || session === undefined || !/^\d{1,5}$/.test(number ?? ''))
    return null;
  return { device, session, block: Number(number) };
}
