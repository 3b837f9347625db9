import { isMessageKey, type MessageKey } from './catalogue';

type Say = (key: MessageKey, values?: Record<string, string>) => string;

/** Why a program did not get into a controller, in words; a word of the device that is not known is given as it is. */
export function flashReasonWord(say: Say, reason: string): string {
  const key = `flashReason.${reason}`;
  return isMessageKey(key) ? say(key) : say('reprogram.otherReason', { reason });
}
