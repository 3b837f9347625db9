import type { FlashFile } from '@headland/contracts/reprogram';
import { isMessageKey, type MessageKey } from './catalogue';

type Translate = (key: MessageKey, values?: Record<string, string>) => string;

/** Why a program did not get into a controller, in words; a word of the device that is not known is given as it is. */
export function flashReasonLabel(t: Translate, reason: string): string {
  const key = `flashReason.${reason}`;
  return isMessageKey(key) ? t(key) : t('reprogram.otherReason', { reason });
}

/** Where it is known from what a program is for: read from the file, or stated by a person and confirmed by another. */
export function programSourceLabel(t: Translate, { stated, readBy }: Pick<FlashFile, 'stated' | 'readBy'>): string {
  if (stated === null)
    return readBy === null
      ? t('reprogram.read')
      : t('reprogram.readBy', { version: String(readBy.version), header: readBy.header });
  return `${t('reprogram.stated')} · ${stated.by} · ${stated.confirmedBy === null ? t('reprogram.unconfirmed') : t('reprogram.confirmedByWhom', { by: stated.confirmedBy })}`;
}
