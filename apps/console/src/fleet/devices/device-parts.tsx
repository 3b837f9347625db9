import { chakra } from '@chakra-ui/react';
import { type DeviceRow, skewWarningMs } from '@headland/contracts/device';
import { useI18n, type I18n } from '../../lib/i18n';
import { StateLabel } from '../../ui/status-chip';
import { StateMark } from '../../ui/state-mark';

/** Small parts that list and page share. */
export function ConnectionLabel({ online, inUse = true }: { online: boolean; inUse?: boolean }) {
  const { t } = useI18n();
  return (
    <StateLabel state={online && inUse ? 'normal' : 'off'}>
      {t(online && inUse ? 'device.online' : 'device.offline')}
    </StateLabel>
  );
}

export function StatusLabel({ status }: Pick<DeviceRow, 'status'>) {
  const { t } = useI18n();
  return <chakra.span color={status === 'in_use' ? 'ink' : 'ink3'}>{t(`device.status.${status}`)}</chakra.span>;
}

/** How far its clock is off; over 30 s it is marked. */
export function Skew({ ms }: { ms: number | null }) {
  const i18n = useI18n();
  if (ms === null) return <span title={i18n.t('common.missing')}>–</span>;
  const off = isSkewed(ms);
  return (
    <chakra.span
      className="num"
      whiteSpace="nowrap"
      color={off ? 'watch.ink' : 'ink2'}
      display="inline-flex"
      gap="1"
      alignItems="center"
    >
      {off && <StateMark state="watch" size={9} />}
      {skewText(i18n, ms)}
    </chakra.span>
  );
}

export const isSkewed = (ms: number | null): boolean => ms !== null && Math.abs(ms) > skewWarningMs;

/** Seconds with a sign below two minutes, then in words: 41 s, 3 h. Decades are days, too. */
export function skewText({ number, age }: Pick<I18n, 'number' | 'age'>, ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const seconds = Math.abs(ms) / 1000;
  if (seconds < 120) return `${seconds < 0.05 ? '' : sign}${number(seconds, 1)} s`;
  return `${sign}${age(Math.abs(ms))}`;
}

/** A size as people read it. */
export function sizeText({ number }: Pick<I18n, 'number'>, bytes: number): string {
  if (bytes < 1024) return `${number(bytes)} B`;
  if (bytes < 1024 ** 2) return `${number(bytes / 1024, 1)} KB`;
  return `${number(bytes / 1024 ** 2, 1)} MB`;
}
