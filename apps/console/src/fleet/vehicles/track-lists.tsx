import { chakra, Flex } from '@chakra-ui/react';
import type { TrackMark, Trip } from '@headland/contracts/vehicle';
import { sosTypes } from '@headland/contracts/device/up';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { Figure } from '../../ui/figure';
import { StateMark } from '../../ui/state-mark';
import { useMeasure } from '../../ui/measures';

/** The trips of a day: from start to stop of the engine, with what they took. A row leads the player to its start. */
export function TripList({
  trips,
  cursor,
  onGo,
}: {
  trips: readonly Trip[];
  cursor: number | null;
  onGo: (ts: number) => void;
}) {
  const { t } = useI18n();
  const measure = useMeasure();
  return (
    <chakra.section aria-label={t('vehicle.track.trips')}>
      <Heading title={t('vehicle.track.trips')} n={trips.length} />
      {trips.length === 0 && (
        <chakra.p px="4" pb="3" color="ink3" textStyle="dense">
          {t('vehicle.track.noTrips')}
        </chakra.p>
      )}
      <chakra.ol listStyleType="none" css={listCss}>
        {trips.map((trip) => {
          const [start, end] = [Date.parse(trip.start), Date.parse(trip.end)];
          return (
            <li key={trip.start}>
              <button
                type="button"
                aria-current={cursor !== null && cursor >= start && cursor <= end}
                onClick={() => onGo(start)}
              >
                <Flex gap="2" align="baseline">
                  <chakra.b className="num" fontWeight="600">
                    {timeText(start, false)} – {timeText(end, false)}
                  </chakra.b>
                  <chakra.span flex="1" />
                  <span>
                    <Figure value={trip.runMinutes} unit={t('vehicle.track.minutes')} />
                  </span>
                </Flex>
                <Flex gap="4" color="ink2" mt="0.5">
                  <Figure {...measure('odometer', trip.distanceKm)} digits={1} />
                  <Figure value={trip.fuelL} unit="L" digits={1} />
                </Flex>
                <Flex mt="1.5" h="6px" borderRadius="2px" overflow="hidden" bg="hover" aria-hidden>
                  <chakra.span bg="normal.fill" style={{ width: `${trip.workPercent}%` }} />
                  <chakra.span bg="var(--trace-1)" style={{ width: `${trip.drivePercent}%` }} />
                  <chakra.span bg="normal.line" style={{ width: `${trip.idlePercent}%` }} />
                </Flex>
                <chakra.span display="block" mt="1" textStyle="small" color="ink3" className="num">
                  {t('vehicle.track.shares', {
                    work: trip.workPercent,
                    drive: trip.drivePercent,
                    idle: trip.idlePercent,
                  })}
                </chakra.span>
              </button>
            </li>
          );
        })}
      </chakra.ol>
    </chakra.section>
  );
}

export type Moment = z.output<typeof TrackMark>;

/** What happened on the way: stops, engine, faults, calls of help. */
export function MomentList({ marks, onGo }: { marks: readonly Moment[]; onGo: (ts: number) => void }) {
  const { t } = useI18n();
  if (marks.length === 0) return null;
  return (
    <chakra.section aria-label={t('vehicle.track.moments')}>
      <Heading title={t('vehicle.track.moments')} n={marks.length} />
      <chakra.ol listStyleType="none" css={listCss}>
        {marks.map((m) => (
          <li key={`${m.kind}${m.ts}${m.text}`}>
            <button type="button" onClick={() => onGo(m.ts)}>
              <Flex gap="2.5" align="center">
                <StateMark
                  state={
                    m.kind === 'sos' ? 'now' : m.kind === 'fault' ? 'today' : m.kind === 'engineOn' ? 'normal' : 'off'
                  }
                  size={9}
                />
                <chakra.span className="num" color="ink2">
                  {timeText(m.ts)}
                </chakra.span>
                <chakra.span flex="1" minW="0" truncate>
                  <MomentText mark={m} />
                </chakra.span>
              </Flex>
            </button>
          </li>
        ))}
      </chakra.ol>
    </chakra.section>
  );
}

function MomentText({ mark }: { mark: Moment }) {
  const { t } = useI18n();
  const type = sosTypes.find((name) => name === mark.text);
  if (mark.kind === 'sos') return <>SOS{type ? ` · ${t(`sosType.${type}`)}` : ''}</>;
  if (mark.kind === 'fault') return <>{mark.text}</>;
  if (mark.kind === 'stop') return <>{t('vehicle.track.stop', { n: mark.minutes ?? 0 })}</>;
  return <>{t(mark.kind === 'engineOn' ? 'event.engine.started' : 'event.engine.stopped')}</>;
}

function Heading({ title, n }: { title: string; n: number }) {
  return (
    <Flex as="header" px="4" pt="3" pb="1.5" gap="2" borderTop="1px solid" borderColor="line">
      <chakra.h2 textStyle="strong">{title}</chakra.h2>
      <chakra.span className="num" color="ink3">
        {n}
      </chakra.span>
    </Flex>
  );
}

const listCss = {
  font: 'var(--t-dense) var(--font)',
  fontSize: '13px',
  '& button': {
    display: 'block',
    width: '100%',
    textAlign: 'left',
    padding: '8px 16px',
    '&:hover': { background: 'var(--hover)' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  },
  '& button[aria-current=true]': { background: 'var(--selected)', boxShadow: 'inset 3px 0 var(--accent)' },
} as const;
