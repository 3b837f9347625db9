import type { Tx } from '../../platform/database/rows';
import { Hook } from '../../platform/hook';

/** A message of a notice before an attempt, and what is said of it. */
export interface NoticeDelivery {
  noticeId: number;
  now: Date;
  /** of the product */
  timeZone: string;
  /** its notice is not shown any more: it does not go out at all */
  withdrawn: boolean;
  /** it waits until then; null: it goes out now */
  notBefore: Date | null;
}

/** A message of a notice is about to be sent: the notices, a slice above, say whether it still is, and when. */
export const noticeIsSent = new Hook<[tx: Tx, delivery: NoticeDelivery]>();

/** Messages of a notice are deleted, since their days are over: the notice keeps how many there were. */
export const noticeMessagesEnd = new Hook<[tx: Tx, noticeId: number, messages: { reached: number; failed: number }]>();
