import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import {
  confirmLabel,
  findingLabel,
  verdictLabel,
  limitLabel,
  measuredLabel,
  proposalLabel,
  reasonLabel,
} from '@headland/i18n/diagnosis-labels';
import { ArrowRight } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Button } from '../../ui/button';
import { Pictures } from '../../ui/pictures';
import { StateLabel, StatusChip } from '../../ui/status-chip';
import { resultOf, resultLabel, stateOfResult, useDiagnosisFormatter } from './diagnosis-labels';
import { isRunnable } from './test-list';
import { TestQuestions } from './test-questions';
import type { Session } from './use-session';

interface Props {
  run: TestRun;
  /** opens another test; none: recommendations are plain text */
  onOpen?: (test: string) => void;
  /** answers of somebody on site */
  confirm?: Session['confirm'];
}

/** The result of a run: pass, fail or aborted, why, each limit with its measurement, and the next steps. */
export function TestResult({ run, onOpen, confirm }: Props) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const result = resultOf(run);
  return (
    <>
      <Flex gap="3" align="center" wrap="wrap" mb="2">
        {result === null ? (
          <StatusChip state="off">{t(`diagState.${run.state}`)}</StatusChip>
        ) : (
          <StatusChip state={stateOfResult[result]}>{resultLabel(t, result, run)}</StatusChip>
        )}
        {run.reason !== null && (
          <chakra.span textStyle="strong">{reasonLabel(formatter, run.reason, run.item)}</chakra.span>
        )}
        <chakra.span flex="1" textAlign="right" color="ink3" textStyle="dense" className="num">
          {run.endedAt === null ? '' : momentText(run.endedAt)}
        </chakra.span>
      </Flex>
      {run.toConfirm.length > 0 && confirm !== undefined && <TestQuestions run={run} confirm={confirm} />}
      {run.evidence.length > 0 && <EvidenceTable run={run} />}
      {run.photos.length > 0 && (
        <chakra.section aria-label={t('tests.photos')} mt="3">
          <chakra.h3 textStyle="label" color="ink3" mb="1">
            {t('tests.photos')}
          </chakra.h3>
          <Pictures
            pictures={run.photos.map((p) => ({ ...p, alt: confirmLabel(formatter, p.key) }))}
            name={t('tests.photos')}
            remove={null}
          />
        </chakra.section>
      )}
      {run.next.length > 0 && (
        <Flex gap="2" align="center" mt="3" wrap="wrap">
          <chakra.span textStyle="label" color="ink3">
            {t('tests.next')}
          </chakra.span>
          {run.next.map((id) =>
            onOpen !== undefined && isRunnable(id) ? (
              <Button key={id} icon={<ArrowRight size={14} />} onClick={() => onOpen(id)}>
                {proposalLabel(formatter, id)}
              </Button>
            ) : (
              <chakra.span key={id}>{proposalLabel(formatter, id)}</chakra.span>
            ),
          )}
        </Flex>
      )}
    </>
  );
}

/** Each limit with its measurement. */
export function EvidenceTable({ run }: { run: Pick<TestRun, 'evidence' | 'catalogueVersion'> }) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  return (
    <chakra.div overflowX="auto">
      <chakra.table
        w="full"
        textStyle="dense"
        aria-label={t('tests.evidence')}
        css={{
          '& th, & td': { padding: '5px 10px 5px 0', textAlign: 'left', borderBottom: '1px solid var(--line)' },
          '& thead th': { color: 'var(--ink-3)', fontWeight: 500 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('tests.judgedAs')}</th>
            <th scope="col">{t('tests.measured')}</th>
            <th scope="col">{t('tests.limit')}</th>
            <th scope="col">{t('tests.verdict')}</th>
          </tr>
        </thead>
        <tbody className="num">
          {run.evidence.map((e) => (
            <tr key={`${e.limit} ${e.cylinder}`}>
              <td>{verdictLabel(formatter, e)}</td>
              <td>
                <b>{measuredLabel(formatter, e)}</b>
              </td>
              <td>{limitLabel(formatter, e)}</td>
              <td>
                <StateLabel state={e.ok === null ? 'watch' : e.ok ? 'normal' : 'now'}>
                  {findingLabel(formatter, e)}
                </StateLabel>
              </td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.p color="ink3" textStyle="small" mt="2">
        {t('tests.version', { n: run.catalogueVersion })}
      </chakra.p>
    </chakra.div>
  );
}
