import { chakra } from '@chakra-ui/react';
import type { WriteResult, WriteRow } from '@headland/contracts/after-service';
import { learnedValues } from '@headland/contracts/service-write';
import { isMessageKey } from '@headland/i18n/catalogue';
import { reasonLabel } from '@headland/i18n/diagnosis-labels';
import { writtenWhere } from '@headland/i18n/service-labels';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Facts } from '../../ui/panel';
import type { State } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import { useDiagnosisFormatter } from '../remote-diagnosis/diagnosis-labels';

const stateOfWrite: Record<WriteResult, State> = { running: 'watch', written: 'normal', failed: 'now' };

export function WriteState({ row: { result, reason } }: { row: Pick<WriteRow, 'result' | 'reason'> }) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  return (
    <StateLabel state={stateOfWrite[result]}>
      {t(`serviceWriteResult.${result}`)}
      {result === 'failed' && reason !== null && `: ${reasonLabel(formatter, reason)}`}
    </StateLabel>
  );
}

/** What was written, in a few words: of which cylinder, or which part. */
export function useWriteName(): (row: Pick<WriteRow, 'item' | 'cylinder' | 'part'>) => string {
  const { t } = useI18n();
  return (row) => [t(`serviceWrite.item.${row.item}`), writtenWhere({ t }, row)].filter((w) => w !== '').join(' · ');
}

/** What a write has changed: the code before and after with what was read back, or the part and its learned values. */
export function WriteFacts({ row, brief = false }: { row: WriteRow; brief?: boolean }) {
  const { t, number } = useI18n();
  const fact = (label: string, value: React.ReactNode): readonly [string, React.ReactNode][] =>
    value === null || value === '' ? [] : [[label, value]];
  return (
    <>
      <Facts
        rows={[
          [t('serviceWork.result'), <WriteState key="state" row={row} />],
          ...(row.item === 'c3iInfo'
            ? ([
                [t('serviceWork.old'), row.old ?? '–'],
                [t('serviceWork.new'), row.new ?? '–'],
                [t('serviceWork.readBack'), row.readBack ?? '–'],
              ] as const)
            : []),
          ...fact(t('serviceJob.partCode'), row.partCode),
          ...fact(t('serviceWork.serial'), row.serial),
          ...fact(t('serviceWork.hours'), row.hours === null ? null : `${number(row.hours)} h`),
          ...fact(t('serviceWork.approvedBy'), row.approvedBy),
          ...(brief
            ? []
            : ([
                [t('serviceWork.at'), momentText(row.at)],
                [t('serviceJob.by'), row.by],
                [t('serviceJob.organization'), row.organization],
              ] as const)),
        ]}
      />
      {row.learned.length > 0 && <Learned row={row} />}
      {row.restored !== null && (
        <chakra.p role="status" mt="2" textStyle="dense" color={row.restored ? 'ink2' : 'now.ink'}>
          {t(row.restored ? 'serviceWork.restored' : 'serviceWork.notRestored')}
        </chakra.p>
      )}
    </>
  );
}

/** The learned values of a part before the write, and those after the key cycle. */
function Learned({ row: { learned, part } }: { row: WriteRow }) {
  const { t, number } = useI18n();
  const unitOf = (item: string): string => {
    const unit = part === null ? '' : (learnedValues[part].find((v) => v.name === item)?.unit ?? '');
    return unit === 'count' ? '' : unit;
  };
  const nameOf = (item: string): string => {
    const key = `learned.${item}`;
    return isMessageKey(key) ? t(key) : item;
  };
  return (
    <chakra.table
      w="full"
      mt="2"
      textStyle="dense"
      css={{
        '& th, & td': { padding: '4px 8px 4px 0', borderBottom: '1px solid var(--line)', textAlign: 'right' },
        '& th:first-of-type': { textAlign: 'left' },
        '& th': { color: 'var(--ink-3)', fontWeight: 500 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('serviceWork.learned')}</th>
          <th scope="col">{t('serviceWork.old')}</th>
          <th scope="col">{t('serviceWork.after')}</th>
        </tr>
      </thead>
      <tbody>
        {learned.map(({ item, before, after }) => (
          <tr key={item}>
            <th scope="row">{nameOf(item)}</th>
            {[before, after].map((value, i) => (
              <td key={i} className="num">
                {value === null ? '–' : `${number(value)} ${unitOf(item)}`.trim()}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
