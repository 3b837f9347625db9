import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis, type HistoryEntry } from '@headland/contracts/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { SelectField } from '../../ui/field';
import { TestChart, useCurve } from './test-chart';

/** The curves of a run, overlaid with another run of the same test on this machine. */
export function HistoryCompare({
  vehicleId,
  test: { run, as },
}: {
  vehicleId: number;
  test: NonNullable<HistoryEntry['test']>;
}) {
  const { t } = useI18n();
  const [otherId, setOtherId] = useState('');
  const { data } = useQuery(
    query(diagnosis.history, { params: { id: vehicleId }, query: { kind: ['test'], test: [run.test], size: 100 } }),
  );
  const others = (data?.rows ?? []).filter((r) => r.id !== run.id && r.endedAt !== null);
  const chosen = others.find((r) => String(r.id) === otherId);
  const parts = useCurve(run.id);
  const otherParts = useCurve(chosen?.id ?? null);
  const nameOf = (r: (typeof others)[number]): string =>
    [momentText(r.startedAt), r.result === null ? '' : t(`diagResult.${r.result}`)].filter(Boolean).join(' · ');
  return (
    <>
      {data !== undefined && others.length === 0 ? (
        <chakra.p color="ink3" mb="2">
          {t('serviceHistory.compareOnly')}
        </chakra.p>
      ) : (
        <chakra.div maxW="320px" mb="3">
          <SelectField
            label={t('serviceHistory.compare')}
            required={false}
            value={otherId}
            onChange={setOtherId}
            options={[
              { value: '', label: t('serviceHistory.compareNone') },
              ...others.map((r) => ({ value: String(r.id), label: nameOf(r) })),
            ]}
          />
        </chakra.div>
      )}
      {chosen !== undefined && (
        <Flex gap="4" mb="2" textStyle="small" color="ink2" wrap="wrap">
          <Line dashed={false}>{`${t('serviceHistory.thisRun')} · ${momentText(run.startedAt)}`}</Line>
          <Line dashed>{nameOf(chosen)}</Line>
        </Flex>
      )}
      <TestChart
        parts={parts}
        signals={as.signals}
        values={run.values}
        other={chosen === undefined ? undefined : { name: nameOf(chosen), parts: otherParts }}
      />
    </>
  );
}

const Line = ({ dashed, children }: { dashed: boolean; children: string }) => (
  <chakra.span display="inline-flex" gap="2" alignItems="center" className="num">
    <chakra.span w="6" borderTop={dashed ? '2px dashed var(--trace-2)' : '2px solid var(--trace-1)'} aria-hidden />
    {children}
  </chakra.span>
);
