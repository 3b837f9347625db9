import { chakra, Flex } from '@chakra-ui/react';
import { sosTypes } from '@headland/contracts/device/up';
import type { Incident, IncidentMoment } from '@headland/contracts/shared-shapes';
import { isMessageKey } from '@headland/i18n/catalogue';
import { actorLabel } from '@headland/i18n/record-labels';
import { memo } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { type State, StateMark } from '../state-mark';

interface Props {
  moments: Incident['moments'];
  /** the last one before the player's time; -1: none yet */
  present: number;
  onGo: (ts: number) => void;
}

/** What happened in that hour, oldest first; the last one before the cursor is marked, and a click goes to it. */
export const MomentList = memo(function MomentList({ moments, present, onGo }: Props) {
  const { t } = useI18n();
  if (moments.length === 0) return null;
  return (
    <chakra.section aria-label={t('replay.events')}>
      <chakra.h3 textStyle="strong" mb="1">
        {t('replay.events')}{' '}
        <chakra.span className="num" color="ink3" fontWeight="400">
          {moments.length}
        </chakra.span>
      </chakra.h3>
      <chakra.ol listStyleType="none">
        {moments.map((m, i) => (
          <li key={`${m.ts}${m.name}${m.what ?? ''}${i}`}>
            <chakra.button
              type="button"
              onClick={() => onGo(m.ts)}
              aria-current={i === present ? 'step' : undefined}
              w="full"
              textAlign="left"
              px="2"
              py="1"
              bg={i === present ? 'selected' : undefined}
              boxShadow={i === present ? 'inset 3px 0 var(--accent)' : undefined}
              color={i > present ? 'ink3' : 'ink'}
              _hover={{ bg: i === present ? 'selected' : 'hover' }}
            >
              <Flex gap="2" align="baseline">
                <StateMark state={stateOf(m.name)} size={9} />
                <chakra.span className="num" color="ink2">
                  {timeText(m.ts)}
                </chakra.span>
                <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                  <MomentText moment={m} />
                </chakra.span>
                {m.by && (
                  <chakra.span color="ink3" textStyle="small">
                    {actorLabel(t, m.by)}
                  </chakra.span>
                )}
              </Flex>
            </chakra.button>
          </li>
        ))}
      </chakra.ol>
    </chakra.section>
  );
});

function MomentText({ moment: { name, what, text } }: { moment: IncidentMoment }) {
  const { t, of } = useI18n();
  const key = `event.${name}`;
  const title = isMessageKey(key) ? t(key) : name;
  const type = name.startsWith('sos.') ? sosTypes.find((known) => known === what) : undefined;
  const about = type
    ? t(`sosType.${type}`)
    : name.startsWith('fault.')
      ? [what, text && of(text)].filter(Boolean).join(' ')
      : '';
  return (
    <>
      {title}
      {about && <chakra.span color="ink2"> · {about}</chakra.span>}
    </>
  );
}

const stateOf = (name: string): State =>
  name === 'sos.raised' || name === 'sos.repeated'
    ? 'now'
    : name === 'fault.occurred' || name === 'fault.repeated'
      ? 'today'
      : name === 'engine.started'
        ? 'normal'
        : 'off';
