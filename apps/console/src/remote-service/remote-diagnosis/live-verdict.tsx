import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { boundsOf, type MeasuredPart, samplesOf } from '@headland/domain/diagnosis/curve';
import { judge } from '@headland/domain/diagnosis/judge';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { limitLabel, measuredLabel, verdictLabel } from '@headland/i18n/diagnosis-labels';
import { Check } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { StateMark } from '../../ui/state-mark';
import { useDiagnosisFormatter } from './diagnosis-labels';

interface Props {
  definition: TestDefinition;
  run: TestRun;
  parts: readonly MeasuredPart[];
  /** of the engine, if it told */
  cylinders: number | undefined;
}

/** What the limits of a running test find in the measurements so far, by the rule of the verdict. Only its end decides. */
export function LiveVerdict({ definition, run, parts, cylinders }: Props) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const measured = useDeferredValue(parts);
  const evidence = useMemo(
    () =>
      judge(definition, {
        ...{ samples: samplesOf(measured), values: run.values, confirms: {}, args: {} },
        cylinders,
      }).evidence.filter((e) => e.eval !== 'confirm' && e.eval !== 'seen'),
    [definition, measured, run.values, cylinders],
  );
  if (evidence.length === 0) return null;
  return (
    <chakra.section aria-label={t('tests.verdict')} px="4" py="2" borderTop="1px solid" borderColor="line">
      <chakra.h3 textStyle="strong" mb="0.5">
        {t('tests.verdict')}{' '}
        <chakra.span color="ink3" textStyle="dense" fontWeight="400">
          {t('tests.soFar')}
        </chakra.span>
      </chakra.h3>
      <Band definition={definition} parts={measured} />
      <chakra.ul listStyleType="none" textStyle="dense">
        {evidence.map((e) => (
          <Flex as="li" key={`${e.limit} ${e.cylinder}`} gap="2" align="baseline" py="0.5">
            <chakra.span flex="1" minW="0" color="ink2">
              {verdictLabel(formatter, e)}
            </chakra.span>
            <chakra.span className="num" whiteSpace="nowrap">
              <b>{measuredLabel(formatter, e)}</b> <chakra.span color="ink3">/ {limitLabel(formatter, e)}</chakra.span>
            </chakra.span>
            <chakra.span w="4" display="inline-flex" justifyContent="center" alignSelf="center">
              {e.ok === true ? (
                <Check size={14} aria-label={t('diagEvidence.within')} />
              ) : (
                <StateMark state={e.ok === null ? 'off' : 'watch'} />
              )}
            </chakra.span>
          </Flex>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

/** The allowed band of the first signal that has one, within a scale, and where its value is. */
function Band({ definition, parts }: { definition: TestDefinition; parts: readonly MeasuredPart[] }) {
  const { number } = useI18n();
  const found = definition.signals
    .map(({ item }) => ({ item, band: boundsOf(definition, item).band }))
    .find((s) => s.band !== null);
  if (found?.band == null) return null;
  const [low, high] = found.band;
  const room = (high - low || 1) / 2;
  const [from, to] = [low - room, high + room];
  const value = parts.reduce<number | null>((last, part) => {
    const column = part.items.indexOf(found.item);
    return part.rows.reduce((newest, row) => row[column] ?? newest, last);
  }, null);
  const at = (v: number): string => `${Math.max(0, Math.min(1, (v - from) / (to - from))) * 100}%`;
  return (
    <chakra.div pos="relative" h="44px" mb="1" aria-hidden className="num" textStyle="micro" color="ink3">
      <chakra.div pos="absolute" top="14px" h="14px" left="0" right="0" border="1px solid" borderColor="line" />
      <chakra.div
        pos="absolute"
        top="14px"
        h="14px"
        bg="normal.soft"
        borderX="1px solid"
        borderColor="normal.line"
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      {[low, high].map((edge) => (
        <chakra.span key={edge} pos="absolute" top="30px" transform="translateX(-50%)" style={{ left: at(edge) }}>
          {number(edge)}
        </chakra.span>
      ))}
      {value !== null && (
        <>
          <chakra.div pos="absolute" top="12px" h="18px" w="2px" ml="-1px" bg="ink" style={{ left: at(value) }} />
          <chakra.b pos="absolute" top="-2px" color="ink" transform="translateX(-50%)" style={{ left: at(value) }}>
            {number(value)}
          </chakra.b>
        </>
      )}
    </chakra.div>
  );
}
