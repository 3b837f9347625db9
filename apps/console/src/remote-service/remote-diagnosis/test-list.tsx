import { chakra } from '@chakra-ui/react';
import type { ProposedTest } from '@headland/contracts/diagnosis';
import { diagnosticTestIds } from '@headland/domain/diagnostic-test-ids';
import { proposalLabel, testLabel, reasonForTestLabel } from '@headland/i18n/diagnosis-labels';
import { useT } from '../../lib/i18n';
import { Card } from '../../ui/panel';
import { StateLabel } from '../../ui/status-chip';
import { resultOf, resultLabel, stateOfResult, useDiagnosisFormatter } from './diagnosis-labels';
import type { Session } from './use-session';
import { useTestCatalogue } from './use-test-catalogue';

/** Tests, and the buzzer; the other writes change the engine and belong to the after-service. */
const ofService: readonly string[] = ['c3iInfo', 'partReplacement'];
export const isRunnable = (id: string): boolean =>
  (diagnosticTestIds as readonly string[]).includes(id) && !ofService.includes(id);
const maxProposed = 6;

interface Props {
  session: Session;
  /** most likely first */
  proposed: readonly ProposedTest[];
  openId: string | null;
  onOpen: (id: string) => void;
}
/** Recommended tests with their reasons, then all tests by controller, each with its last result of this session. */
export function TestList({ session, proposed, openId, onOpen }: Props) {
  const t = useT();
  const formatter = useDiagnosisFormatter();
  const tests = [...useTestCatalogue().byId.values()].filter((e) => isRunnable(e.id));
  const locked = session.test !== null;
  const row = (id: string, key: string, why?: string) => (
    <TestRow
      key={key}
      id={id}
      session={session}
      open={id === openId}
      locked={locked && id !== openId}
      onOpen={onOpen}
      {...(why === undefined ? {} : { why })}
    />
  );
  return (
    // beside the test it stays visible, under the page's head and tabs
    <Card
      as="nav"
      aria-label={t('tests.title')}
      py="2"
      textStyle="dense"
      pos={{ lg: 'sticky' }}
      top="0"
      maxH={{ lg: 'calc(100dvh - 208px)' }}
      overflowY={{ lg: 'auto' }}
    >
      {proposed.length > 0 && (
        <Group title={t('tests.proposed')}>
          {proposed.slice(0, maxProposed).map((p) =>
            isRunnable(p.id) ? (
              row(p.id, `next ${p.id}`, reasonForTestLabel(formatter, p))
            ) : (
              <chakra.li key={p.id} px="3" py="1.5" color="ink2">
                {proposalLabel(formatter, p.id)}
                <Why>{reasonForTestLabel(formatter, p)}</Why>
              </chakra.li>
            ),
          )}
        </Group>
      )}
      {(['ECU', 'DCU'] as const).map((unit) => (
        <Group key={unit} title={t(unit === 'ECU' ? 'tests.engine' : 'tests.urea')}>
          {tests.filter((e) => e.unit === unit).map((e) => row(e.id, e.id))}
        </Group>
      ))}
    </Card>
  );
}

/**
 * Order: follow-ups of the last result, then the fault that led to this page with its tests' prerequisites, then other
 * faults.
 */
export function nearestFirst(proposed: readonly ProposedTest[], code: string | null): ProposedTest[] {
  const own = new Set(proposed.filter((p) => p.because === 'fault' && p.of === code).map((p) => p.id));
  const rank = (p: ProposedTest): number =>
    p.because === 'result' ? 0 : own.has(p.id) || (p.because === 'needed' && own.has(p.of)) ? 1 : 2;
  return [...proposed].sort((a, b) => rank(a) - rank(b));
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <chakra.section aria-label={title} pb="2">
      <chakra.h2 textStyle="small" color="ink3" px="3" py="1">
        {title}
      </chakra.h2>
      <chakra.ol css={{ listStyle: 'none' }}>{children}</chakra.ol>
    </chakra.section>
  );
}

const Why = ({ children }: { children: string }) => (
  <chakra.small display="block" textStyle="small" color="ink3">
    {children}
  </chakra.small>
);

interface RowProps {
  id: string;
  session: Session;
  open: boolean;
  locked: boolean;
  /** why it is recommended */
  why?: string;
  onOpen: (id: string) => void;
}
function TestRow({ id, session, open, locked, why, onOpen }: RowProps) {
  const t = useT();
  const formatter = useDiagnosisFormatter();
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
          {testLabel(formatter, id)}
          {why !== undefined && <Why>{why}</Why>}
        </chakra.span>
        {last !== undefined && last.endedAt === null && (
          <StateLabel state="watch">{t(`diagState.${last.state}`)}</StateLabel>
        )}
        {last !== undefined && last.endedAt !== null && result !== null && (
          <StateLabel state={stateOfResult[result]}>{resultLabel(t, result, last)}</StateLabel>
        )}
      </chakra.button>
    </chakra.li>
  );
}
