import { chakra } from '@chakra-ui/react';
import type { Display, PostingState } from '@headland/contracts/posting';
import { useI18n } from '../../lib/i18n';
import { StatusChip } from '../status-chip';

export interface Posted {
  posting: 'noLimit' | 'dates';
  startOn: string | null;
  endOn: string | null;
  display: Display;
  state: PostingState;
}

/** Whether the app shows it: on, scheduled, ended, or not displayed at all. */
export function PostingChip({ of: { state, display } }: { of: Pick<Posted, 'state' | 'display'> }) {
  const { t } = useI18n();
  if (display === 'hidden' || state === 'ended')
    return (
      <chakra.span textStyle="label" color="ink3" whiteSpace="nowrap">
        {t(display === 'hidden' ? 'display.hidden' : 'posting.ended')}
      </chakra.span>
    );
  return <StatusChip state={state === 'on' ? 'normal' : 'off'}>{t(`posting.${state}`)}</StatusChip>;
}

/** 2026-11-15 – 12-31, or that there is no limit. */
export function PostingDays({ of: { startOn, endOn } }: { of: Pick<Posted, 'startOn' | 'endOn'> }) {
  const { t } = useI18n();
  if (startOn === null || endOn === null) return t('posting.noLimit');
  const end = startOn.slice(0, 4) === endOn.slice(0, 4) ? endOn.slice(5) : endOn;
  return (
    <span className="num">
      {startOn} – {end}
    </span>
  );
}
