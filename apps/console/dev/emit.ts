import type { EventName } from '@headland/contracts/event-log';

/** An event of the log, as the live stream brings it. */
export type Emit = (name: EventName, payload: unknown) => void;
