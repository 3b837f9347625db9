import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { confirmWord, foundWord, judgedWord, limitWord, measuredWord, proposalWord, reasonWord } from '@headland/i18n/diagnosis-words';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { Button } from '../ui/button';
import { StateWord, StatusChip } from '../ui/status-chip';
import { resultOf, stateOfResult, useSpeaker } from './diagnosis-words';
import { isRunnable } from './test-list';
import type { Session } from './use-session';

interface Props {
  run: TestRun;
  /** opens another test; none: proposals are words */
  onOpen?: (test: string) => void;
  /** answers what somebody on site has seen */
  confirm?: Session['confirm'];
}

/** What a run has found: pass, fail or aborted, why, each limit with what was measured, and what to do next. */
export function TestResult({ run, onOpen, confirm }: Props) {
  const { t } = useWords();
  const speaker = useSpeaker();
  const result = resultOf(run);
  return (
    <>
      <Flex gap="3" align="center" wrap="wrap" mb="2">
        {result === null ? (
          <StatusChip state="off">{t(`diagState.${run.state}`)}</StatusChip>
        ) : (
          <StatusChip state={stateOfResult[result]}>{t(`diagResult.${result}`)}</StatusChip>
        )}
        {run.reason !== null && <chakra.span textStyle="strong">{reasonWord(speaker, run.reason, run.item)}</chakra.span>}
        <chakra.span flex="1" textAlign="right" color="ink3" textStyle="dense" className="num">
          {run.endedAt === null ? '' : momentText(run.endedAt)}
        </chakra.span>
      </Flex>
      {run.toConfirm.length > 0 && confirm !== undefined && <Questions run={run} confirm={confirm} />}
      {run.evidence.length > 0 && <EvidenceTable run={run} />}
      {run.next.length > 0 && (
        <Flex gap="2" align="center" mt="3" wrap="wrap">
          <chakra.span textStyle="label" color="ink3">
            {t('tests.next')}
          </chakra.span>
          {run.next.map((id) =>
            onOpen !== undefined && isRunnable(id) ? (
              <Button key={id} icon={<ArrowRight size={14} />} onClick={() => onOpen(id)}>
                {proposalWord(speaker, id)}
              </Button>
            ) : (
              <chakra.span key={id}>{proposalWord(speaker, id)}</chakra.span>
            ),
          )}
        </Flex>
      )}
    </>
  );
}

/** Each limit with what was measured. */
export function EvidenceTable({ run }: { run: Pick<TestRun, 'evidence' | 'catalogueVersion'> }) {
  const { t } = useWords();
  const speaker = useSpeaker();
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
              <td>{judgedWord(speaker, e)}</td>
              <td>
                <b>{measuredWord(speaker, e)}</b>
              </td>
              <td>{limitWord(speaker, e)}</td>
              <td>
                <StateWord state={e.ok === null ? 'watch' : e.ok ? 'normal' : 'now'}>{foundWord(speaker, e)}</StateWord>
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

/** What only somebody on site can have seen; an answer stands once it is given. */
function Questions({ run, confirm }: { run: TestRun; confirm: Session['confirm'] }) {
  const { t } = useWords();
  const speaker = useSpeaker();
  const [sent, setSent] = useState<string | null>(null);
  const answer = (key: string, ok: boolean): void => {
    setSent(key);
    void confirm(run.id, key, ok).finally(() => setSent(null));
  };
  return (
    <chakra.div mb="3" px="3" py="2" borderRadius="card" bg="watch.soft">
      <chakra.h3 textStyle="label" color="watch.ink">
        {t('tests.answer')}
      </chakra.h3>
      {run.toConfirm.map((key) => (
        <Flex key={key} role="group" aria-label={confirmWord(speaker, key)} gap="2" align="center" mt="1.5" wrap="wrap">
          <chakra.span flex="1">{confirmWord(speaker, key)}</chakra.span>
          <Button busy={sent === key} onClick={() => answer(key, true)}>
            {t('tests.yes')}
          </Button>
          <Button busy={sent === key} onClick={() => answer(key, false)}>
            {t('tests.no')}
          </Button>
        </Flex>
      ))}
    </chakra.div>
  );
}
