import { chakra } from '@chakra-ui/react';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { testLabel } from '@headland/i18n/diagnosis-labels';
import { Check } from 'lucide-react';
import { useT } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { StateMark } from '../../ui/state-mark';
import { useDiagnosisFormatter } from './diagnosis-labels';
import { conditionsNow, conditionLabel, valueNow } from './test-conditions';
import type { Session } from './use-session';

export interface Condition {
  key: string;
  label: string;
  now: string | null;
  ok: boolean | null;
  /** a test that would meet it */
  test?: string;
}

/** The connection, and all conditions of an action with their current values. */
export function useConditions(
  session: Session,
  definition: Pick<TestDefinition, 'gates' | 'gateLimits'>,
): [Condition, ...Condition[]] {
  const t = useT();
  const formatter = useDiagnosisFormatter();
  return [
    { key: 'link', label: t('diagGate.link'), now: null, ok: session.open && session.view?.connectedAt != null },
    ...conditionsNow(definition, session.open ? session.live : {}).map((c): Condition => ({
      key: `${c.gate} ${c.item} ${c.min} ${c.max}`,
      label: conditionLabel(formatter, c),
      now: valueNow(formatter, c),
      ok: c.ok,
    })),
  ];
}

export function ConditionList({
  conditions,
  onOpen,
  brief = false,
}: {
  conditions: readonly Condition[];
  onOpen?: (test: string) => void;
  /** a tick is enough for what is met */
  brief?: boolean;
}) {
  const t = useT();
  const formatter = useDiagnosisFormatter();
  return (
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
          {c.test !== undefined && c.ok !== true && onOpen !== undefined && (
            <Button kind="link" onClick={() => onOpen(c.test ?? '')}>
              {testLabel(formatter, c.test)}
            </Button>
          )}
          <chakra.span
            className={brief && c.ok === true ? 'sr' : undefined}
            minW={brief ? undefined : '16'}
            textAlign="right"
            color={c.ok === true ? 'ink3' : 'watch.ink'}
            fontWeight={c.ok === true ? '400' : '600'}
          >
            {t(c.ok === true ? 'diagGate.ok' : c.ok === null ? 'diagGate.unknown' : 'diagGate.notOk')}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Why no request is possible now; null: possible. */
export function useNotNow(session: Session, may: boolean, conditions: readonly Condition[]): string | null {
  const t = useT();
  if (!may) return t('tests.because.mayNot');
  if (conditions[0]?.ok !== true) return t('tests.because.notConnected');
  if (session.test !== null) return t('tests.because.running');
  if (session.frozen) return t('tests.because.frozen');
  const missed = conditions.find((c) => c.ok !== true);
  return missed === undefined ? null : t('tests.because.gate', { condition: missed.label });
}
