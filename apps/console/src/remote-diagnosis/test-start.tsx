import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { confirmWord, testWord } from '@headland/i18n/diagnosis-words';
import { useQuery } from '@tanstack/react-query';
import { Check, Play } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../lib/clock';
import { useWords } from '../lib/text';
import { query, useCan } from '../session/session';
import { Button } from '../ui/button';
import { DetailCard } from '../ui/detail-page';
import { Dialog } from '../ui/dialog';
import { Checkbox } from '../ui/field';
import { StateMark } from '../ui/state-mark';
import { useSpeaker } from './diagnosis-words';
import { conditionsNow, conditionWord, valueNow } from './test-conditions';
import type { Session } from './use-session';

interface Props {
  session: Session;
  definition: TestDefinition;
  vin: string;
  /** there is a result of it already */
  again: boolean;
  onOpen: (test: string) => void;
}
interface Condition {
  key: string;
  label: string;
  now: string | null;
  ok: boolean | null;
  /** a test that would make it hold */
  test?: string;
}

/** What must hold, live; what somebody on site confirms, each time; and the start, which waits for all of it and says for what. */
export function StartTest({ session, definition, vin, again, onOpen }: Props) {
  const { t } = useWords();
  const can = useCan();
  const speaker = useSpeaker();
  const needs = useNeeds(session.vehicleId, definition);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  // for every test, whatever it moves
  const confirms = [...new Set(['area.clear', ...definition.confirm])];
  const conditions: Condition[] = [
    { key: 'link', label: t('diagGate.link'), now: null, ok: session.open && session.view?.connectedAt != null },
    ...needs.map(({ test, minutes, ok }): Condition => ({
      key: `needs ${test}`,
      label: t('diagGate.needs', { test: testWord(speaker, test), minutes }),
      now: null,
      ok,
      test,
    })),
    ...conditionsNow(definition, session.open ? session.live : {}).map((c): Condition => ({
      key: `${c.gate} ${c.item} ${c.min} ${c.max}`,
      label: conditionWord(speaker, c),
      now: valueNow(speaker, c),
      ok: c.ok,
    })),
  ];
  const missed = conditions.find((c) => c.ok !== true);
  const reason = !can(diagnosis.ask.allow)
    ? t('tests.because.mayNot')
    : conditions[0]?.ok !== true
      ? t('tests.because.notConnected')
      : session.test !== null
        ? t('tests.because.running')
        : session.frozen
          ? t('tests.because.frozen')
          : missed !== undefined
            ? t('tests.because.gate', { condition: missed.label })
            : confirms.some((key) => !ticked.includes(key))
              ? t('tests.because.confirm')
              : session.busy
                ? t('tests.because.busy')
                : null;
  const start = (): void => {
    setAsking(false);
    const confirmed = [...ticked];
    setTicked([]);
    void session.ask(definition.via === 'write' ? { op: 'write', item: 'buzzTest', value: {}, confirmed } : { op: 'test', test: definition.id, args: {}, confirmed });
  };
  return (
    <>
      <DetailCard title={t('tests.conditions')}>
        <chakra.ul textStyle="dense" css={{ listStyle: 'none' }} aria-live="polite">
          {conditions.map((c) => (
            <chakra.li key={c.key} display="flex" gap="2" alignItems="center" py="0.5">
              <chakra.span w="4" display="inline-flex" justifyContent="center" color={c.ok === true ? 'ink2' : 'watch.ink'}>
                {c.ok === true ? <Check size={14} aria-hidden /> : <StateMark state={c.ok === null ? 'off' : 'watch'} />}
              </chakra.span>
              <chakra.span flex="1">{c.label}</chakra.span>
              {c.now !== null && (
                <chakra.span className="num" color="ink2">
                  {c.now}
                </chakra.span>
              )}
              {c.test !== undefined && c.ok !== true && (
                <Button kind="link" onClick={() => onOpen(c.test ?? '')}>
                  {testWord(speaker, c.test)}
                </Button>
              )}
              <chakra.span minW="16" textAlign="right" color={c.ok === true ? 'ink3' : 'watch.ink'} fontWeight={c.ok === true ? '400' : '600'}>
                {t(c.ok === true ? 'diagGate.ok' : c.ok === null ? 'diagGate.unknown' : 'diagGate.notOk')}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      </DetailCard>
      <DetailCard title={t('tests.onSite')}>
        <Flex direction="column" gap="2" textStyle="dense">
          {confirms.map((key) => (
            <Checkbox key={key} checked={ticked.includes(key)} onChange={(on) => setTicked((was) => (on ? [...was, key] : was.filter((k) => k !== key)))}>
              {confirmWord(speaker, key)}
            </Checkbox>
          ))}
        </Flex>
        <Flex gap="3" mt="3" align="center" wrap="wrap">
          <Button
            kind="primary"
            large
            icon={<Play size={16} />}
            disabled={reason !== null}
            reason={reason ?? undefined}
            aria-describedby={reason === null ? undefined : 'start-reason'}
            onClick={() => (definition.risk === 'none' ? start() : setAsking(true))}
          >
            {t(again ? 'tests.repeat' : 'tests.start')}
          </Button>
          <chakra.span id="start-reason" flex="1" color={reason === null ? 'ink3' : 'watch.ink'} textStyle="dense">
            {reason ?? (session.view?.watching != null ? t('tests.stopsRecording') : '')}
          </chakra.span>
        </Flex>
      </DetailCard>
      <Dialog
        open={asking && reason === null}
        onClose={() => setAsking(false)}
        title={t('tests.askTitle', { test: testWord(speaker, definition.id), vin })}
        confirm={{ label: t('tests.start'), onConfirm: start, danger: true }}
      >
        {t(definition.risk === 'sprays' ? 'tests.ask.sprays' : 'tests.ask.moves')}
      </Dialog>
    </>
  );
}

/** Tests that must have passed a short while ago: the server keeps them, so a reload loses none. */
function useNeeds(vehicleId: number, { needs }: Pick<TestDefinition, 'needs'>): { test: string; minutes: number; ok: boolean | null }[] {
  const now = useNow();
  const tests = needs.map((n) => n.test);
  const { data } = useQuery({
    ...query(diagnosis.history, { params: { id: vehicleId }, query: { kind: ['test'], test: tests, result: ['pass'], size: 10 } }),
    enabled: tests.length > 0,
  });
  return needs.map(({ test, within_s }) => ({
    test,
    minutes: Math.round(within_s / 60),
    ok: data === undefined ? null : data.rows.some((r) => r.test === test && r.endedAt !== null && now - Date.parse(r.endedAt) < within_s * 1000),
  }));
}
