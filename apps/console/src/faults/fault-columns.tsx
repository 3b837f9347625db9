import { chakra } from '@chakra-ui/react';
import type { FaultRow } from '@headland/contracts/fault';
import { useMemo } from 'react';
import { useNow } from '../lib/clock';
import { useWords } from '../lib/text';
import { Age } from '../ui/age';
import { StateMark, stateOfSeverity } from '../ui/state-mark';
import { StateWord } from '../ui/status-chip';
import type { Column } from '../ui/table';

/** The columns of the queue, in the order in which one decides: how bad, how far, how long, what, where, who. */
export function useFaultColumns(): Column<FaultRow>[] {
  const { t, of } = useWords();
  return useMemo<Column<FaultRow>[]>(
    () => [
      { key: 'severity', title: t('fault.severity'), sort: 'severity', width: '104px', cell: (r) => <StateWord state={stateOfSeverity[r.severity]}>{t(`severity.${r.severity}`)}</StateWord> },
      { key: 'status', title: t('fault.status'), width: '92px', cell: (r) => <chakra.span fontWeight={r.status === 'occurred' ? '600' : '400'} color={r.status === 'occurred' ? 'ink' : 'ink3'}>{t(`faultStatus.${r.status}`)}</chakra.span> },
      { key: 'age', title: t('fault.age'), sort: 'age', align: 'right', width: '108px', cell: (r) => <Due report={r} /> },
      {
        key: 'fault', title: t('fault.fault'), sort: 'code',
        cell: (r) => (
          <>
            <b className="num">{r.code}</b> {of(r.name)}
            {r.count > 1 && <chakra.span color="ink3" className="num"> ×{r.count}</chakra.span>}
            {r.clearedAt && <chakra.span color="ink3" textStyle="small"> · {t('fault.cleared')}</chakra.span>}
            {r.deliveryFailed && <chakra.span color="now.ink" textStyle="small" fontWeight="600"> <StateMark state="now" size={9} /> {t('fault.deliveryFailed')}</chakra.span>}
          </>
        ),
      },
      { key: 'vin', title: t('fault.vin'), sort: 'vin', width: '176px', cell: (r) => <span className="num">{r.vehicle.vin}</span> },
      { key: 'place', title: t('fault.place'), width: '180px', cell: (r) => of(r.place) },
      { key: 'agency', title: t('fault.agency'), sort: 'agency', width: '120px', cell: (r) => r.agency.name },
      { key: 'person', title: t('fault.person'), sort: 'person', width: '110px', cell: (r) => r.personInCharge?.name ?? '–' },
    ],
    [t, of],
  );
}

/** Its age, and below it how much is left or past until somebody must have accepted it. Colour only from there on. */
function Due({ report }: { report: FaultRow }) {
  const { t, age } = useWords();
  const now = useNow();
  const left = report.dueAt === null || report.status !== 'occurred' ? null : Date.parse(report.dueAt) - now;
  const soon = left !== null && left > 0 && left < Math.min(600_000, (Date.parse(report.dueAt ?? '') - Date.parse(report.receivedAt)) / 4);
  const colour = left !== null && left <= 0 ? 'now.ink' : soon ? 'today.ink' : undefined;
  return (
    <chakra.span className="num" color={colour} fontWeight={colour === undefined ? '400' : '600'} display="inline-block" lineHeight="16px">
      <Age since={report.occurredAt} until={report.completedAt} />
      {left !== null && left <= 0 && <chakra.small display="block" fontSize="11px">{t('fault.overBy', { age: age(-left) })}</chakra.small>}
      {soon && left !== null && <chakra.small display="block" fontSize="11px">{t('fault.dueIn', { age: age(left) })}</chakra.small>}
    </chakra.span>
  );
}
