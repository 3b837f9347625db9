import { chakra } from '@chakra-ui/react';
import { testCatalogue, type TestEntry } from '@headland/domain/diagnosis/tests';
import { proposalWord, testWord } from '@headland/i18n/diagnosis-words';
import { useT } from '../lib/text';
import { Card } from '../ui/panel';
import { StateWord } from '../ui/status-chip';
import { resultOf, stateOfResult, useSpeaker } from './diagnosis-words';
import type { Session } from './use-session';

/** Tests, and the buzzer; the other writes change the engine and belong to the after-service. */
const listed: readonly TestEntry[] = [...testCatalogue.byId.values()].filter((e) => e.via === 'test' || e.id === 'buzzTest');
export const isRunnable = (id: string): boolean => listed.some((e) => e.id === id);
const mostProposed = 5;

interface Props {
  session: Session;
  openId: string | null;
  onOpen: (id: string) => void;
}
/** What is proposed, likeliest first, then every test by the controller that runs it, each with its last result of this session. */
export function TestList({ session, openId, onOpen }: Props) {
  const t = useT();
  const speaker = useSpeaker();
  const proposed = (session.view?.proposed ?? []).slice(0, mostProposed);
  const locked = session.test !== null;
  const row = (id: string, key: string) => <TestRow key={key} id={id} session={session} open={id === openId} locked={locked && id !== openId} onOpen={onOpen} />;
  return (
    <Card as="nav" aria-label={t('tests.title')} py="2" textStyle="dense">
      {proposed.length > 0 && (
        <Group title={t('tests.proposed')} note={t('tests.proposedFrom')}>
          {proposed.map((id) =>
            isRunnable(id) ? (
              row(id, `next ${id}`)
            ) : (
              <chakra.li key={id} px="3" py="1.5" color="ink2">
                {proposalWord(speaker, id)}
              </chakra.li>
            ),
          )}
        </Group>
      )}
      {(['ECU', 'DCU'] as const).map((unit) => (
        <Group key={unit} title={t(unit === 'ECU' ? 'tests.engine' : 'tests.urea')}>
          {listed.filter((e) => e.unit === unit).map((e) => row(e.id, e.id))}
        </Group>
      ))}
    </Card>
  );
}

function Group({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <chakra.section aria-label={title} pb="2">
      <chakra.h3 textStyle="small" color="ink3" px="3" py="1">
        {title}
        {note !== undefined && <chakra.span> · {note}</chakra.span>}
      </chakra.h3>
      <chakra.ol css={{ listStyle: 'none' }}>{children}</chakra.ol>
    </chakra.section>
  );
}

function TestRow({ id, session, open, locked, onOpen }: { id: string; session: Session; open: boolean; locked: boolean; onOpen: (id: string) => void }) {
  const t = useT();
  const speaker = useSpeaker();
  const last = session.view?.tests.findLast((run) => run.test === id);
  const result = last === undefined ? null : resultOf(last);
  return (
    <chakra.li>
      <chakra.button
        type="button"
        aria-current={open || undefined}
        disabled={locked}
        title={locked ? t('tests.because.running') : undefined}
        onClick={() => onOpen(id)}
        w="full"
        px="3"
        py="1.5"
        display="flex"
        gap="2"
        alignItems="center"
        textAlign="left"
        bg={open ? 'selected' : undefined}
        _hover={{ bg: open ? 'selected' : 'hover' }}
        _disabled={{ color: 'ink3', cursor: 'not-allowed' }}
      >
        <chakra.span flex="1" fontWeight={open ? '600' : '400'}>
          {testWord(speaker, id)}
        </chakra.span>
        {last !== undefined && last.endedAt === null && <StateWord state="watch">{t(`diagState.${last.state}`)}</StateWord>}
        {last !== undefined && last.endedAt !== null && result !== null && <StateWord state={stateOfResult[result]}>{t(`diagResult.${result}`)}</StateWord>}
      </chakra.button>
    </chakra.li>
  );
}
