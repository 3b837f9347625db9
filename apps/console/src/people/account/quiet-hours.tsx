import { chakra, Flex } from '@chakra-ui/react';
import { notifications, type QuietHours } from '@headland/contracts/notification';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { Switch } from './switch';

const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const usual = (): QuietHours => ({ days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00', timeZone: here() });

/** The hours in which the member's phone stays silent, what waits in them, and what does not. */
export function QuietHoursSection() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(notifications.quietHours));
  return (
    <Section title={t('quietHours.title')}>
      {data ? (
        // a change that was saved elsewhere begins the form anew
        <QuietHoursForm key={JSON.stringify(data.quietHours)} saved={data.quietHours} />
      ) : error ? (
        <ErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={2} height={36} />
      )}
    </Section>
  );
}

function QuietHoursForm({ saved }: { saved: QuietHours | null }) {
  const { t } = useI18n();
  const cache = useQueryClient();
  const ids = { from: useId(), to: useId() };
  const [hours, setHours] = useState(saved);
  const save = useAction(notifications.setQuietHours, {
    done: (answer) => cache.setQueryData(query(notifications.quietHours).queryKey, answer),
    success: t('quietHours.saved'),
  });
  const dirty = JSON.stringify(hours) !== JSON.stringify(saved);
  const change = (part: Partial<QuietHours>): void => setHours((was) => was && { ...was, ...part });
  const turn = (on: boolean): void => {
    const next = on ? usual() : null;
    setHours(next);
    // a switch has no Save of its own: it shows what is saved
    save.run({ body: { quietHours: next } }, { onError: () => setHours(saved) });
  };
  const toggle = (day: number): void => {
    if (hours === null) return;
    const days = hours.days.includes(day) ? hours.days.filter((d) => d !== day) : [...hours.days, day];
    change({ days: days.toSorted((a, b) => a - b) });
  };
  const nextDay = hours !== null && hours.to <= hours.from && hours.to !== hours.from;
  return (
    <>
      <Flex align="center" gap="3">
        <chakra.span flex="1">{t('quietHours.on')}</chakra.span>
        <Switch label={t('quietHours.on')} on={hours !== null} onChange={turn} />
      </Flex>
      {hours && (
        <>
          <Flex gap="3" align="center" mt="3" wrap="wrap">
            {(['from', 'to'] as const).map((name) => (
              <Flex key={name} align="center" gap="2">
                <chakra.label htmlFor={ids[name]} color="ink2">
                  {t(`quietHours.${name}`)}
                </chakra.label>
                <chakra.input
                  id={ids[name]}
                  type="time"
                  className="num"
                  css={timeCss}
                  value={hours[name]}
                  onChange={(event) => event.target.value !== '' && change({ [name]: event.target.value })}
                />
              </Flex>
            ))}
            {nextDay && <chakra.span color="ink3">{t('quietHours.nextDay')}</chakra.span>}
            {hours.from === hours.to && <chakra.span color="ink3">{t('quietHours.wholeDay')}</chakra.span>}
          </Flex>
          <Flex role="group" aria-label={t('quietHours.days')} gap="1" mt="3" wrap="wrap">
            {weekdays.map((day) => (
              <Button
                key={day}
                kind={hours.days.includes(day) ? 'primary' : 'plain'}
                aria-pressed={hours.days.includes(day)}
                px="2.5"
                onClick={() => toggle(day)}
              >
                {t(`weekday.${day}`)}
              </Button>
            ))}
          </Flex>
          <Flex align="center" gap="2" mt="3" wrap="wrap" color="ink3" textStyle="small">
            <span>{t('quietHours.zone', { zone: hours.timeZone })}</span>
            {hours.timeZone !== here() && (
              <Button kind="link" onClick={() => change({ timeZone: here() })}>
                {t('quietHours.useZone', { zone: here() })}
              </Button>
            )}
          </Flex>
          {dirty && (
            <Flex gap="2" mt="3">
              <Button
                kind="primary"
                busy={save.busy}
                disabled={hours.days.length === 0}
                reason={t('quietHours.noDay')}
                onClick={() => save.run({ body: { quietHours: hours } })}
              >
                {t('common.save')}
              </Button>
              <Button onClick={() => setHours(saved)}>{t('common.cancel')}</Button>
            </Flex>
          )}
        </>
      )}
      <chakra.p textStyle="small" color="ink3" mt="3">
        {t('quietHours.held')}
      </chakra.p>
      <chakra.p textStyle="small" color="ink2" mt="1">
        {t('quietHours.never')}
      </chakra.p>
    </>
  );
}

const timeCss = {
  height: '32px',
  padding: '0 8px',
  background: 'var(--surface)',
  color: 'var(--ink)',
  colorScheme: 'inherit',
  border: '1px solid var(--line-control)',
  borderRadius: 'var(--chakra-radii-control)',
} as const;
