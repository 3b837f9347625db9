import { chakra } from '@chakra-ui/react';
import type { ConsumableDetail } from '@headland/contracts/consumable';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Facts } from '../../ui/panel';
import { Used } from '../../ui/cycle-state';
import { HoursAndDays, Remaining } from './consumable-cells';

/** The use of a cycle, its length in hours and days, and the expected due day. */
export function CycleFacts({ cycle: c }: { cycle: ConsumableDetail }) {
  const { t, number } = useI18n();
  const running = c.state !== 'closed' && c.state !== 'ended';
  const length = (hours: number, isThis: boolean) => (
    <>
      <HoursAndDays hours={hours} days={c.lengthDays} />
      {isThis && <chakra.span color="ink3"> · {t('consumable.thisOne')}</chakra.span>}
    </>
  );
  return (
    <Facts
      rows={[
        [t('consumable.percent'), <Used key="percent" state={c.state} percent={c.percent} width="120px" />],
        [
          t('consumable.used'),
          <HoursAndDays key="used" hours={c.usedHours} days={c.lengthDays === null ? null : c.usedDays} />,
        ],
        ...(running ? [[t('consumable.remaining'), <Remaining key="remaining" row={c} />] as const] : []),
        [t('consumable.maintenance'), t(`maintenance.${c.maintenance}`)],
        [t('consumable.initial'), length(c.initialHours, c.number === 1)],
        [t('consumable.later'), length(c.cycleHours, c.number > 1)],
        [
          t('consumable.startedAt'),
          <>
            {t('consumable.cycleOf', { number: number(c.number) })} · {c.replacedOn ?? c.countedFrom ?? '–'} ·{' '}
            {number(c.startedHours, 1)}
            <span className="unit">h</span>
          </>,
        ],
        [
          t('consumable.dueAtHours'),
          <>
            {number(c.dueHours, Number.isInteger(c.dueHours) ? 0 : 1)}
            <span className="unit">h</span>
          </>,
        ],
        [t('consumable.dueOn'), c.dueOn ?? '–'],
        ...(running
          ? [
              [
                t('consumable.pace'),
                c.pace === null ? (
                  '–'
                ) : (
                  <>
                    {number(c.pace, 1)}
                    <span className="unit">{t('consumable.perDay')}</span>
                  </>
                ),
              ] as const,
              [
                t('consumable.forecast'),
                <span key="forecast" title={c.pace === null ? t('consumable.forecastHelp') : undefined}>
                  {c.forecastOn ?? '–'}
                </span>,
              ] as const,
              [t('consumable.alarmedOn'), c.alarmedOn ?? '–'] as const,
            ]
          : []),
        [t('consumable.since'), momentText(c.since)],
        [t('consumable.sentAt'), c.sentAt === null ? '–' : momentText(c.sentAt)],
      ]}
    />
  );
}
