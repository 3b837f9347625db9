import { chakra } from '@chakra-ui/react';
import type { FaultRow } from '@headland/contracts/fault';
import { useMemo } from 'react';
import { useNow } from '../lib/clock';
import { useWords } from '../lib/text';
import { Age } from '../ui/age';
import { StateMark, stateOfSeverity } from '../ui/state-mark';
import { StateWord } from '../ui/status-chip';
import type { Column } from '../ui/table';

/** How much room the list has: all of the page, what a panel leaves of it, or a phone. */
export type FaultRoom = 'full' | 'split' | 'phone';

/** The columns of the queue, in the order in which one decides: how bad, how far, how long, what, where, who. */
export function useFaultColumns(room: FaultRoom): Column<FaultRow>[] {
  const { t, of } = useWords();
  return useMemo<Column<FaultRow>[]>(() => {
    const age: Column<FaultRow> = { key: 'age', title: t('fault.age'), sort: 'age', align: 'right', width: '88px', cell: (r) => <Due report={r} /> };
    if (room === 'phone') return [{ key: 'fault', title: t('fault.fault'), sort: 'code', cell: (r) => <Narrow report={r} /> }, age];
    const split = room === 'split';
    return [
      {
        key: 'severity',
        title: t('fault.severity'),
        sort: 'severity',
        width: '90px',
        cell: (r) => <StateWord state={stateOfSeverity[r.severity]}>{t(`severity.${r.severity}`)}</StateWord>,
      },
      { key: 'status', title: t('fault.status'), width: '72px', cell: (r) => <Status report={r} /> },
      age,
      {
        key: 'fault',
        title: t('fault.fault'),
        sort: 'code',
        cell: (r) => (
          <chakra.span display="block" maxW={split ? '244px' : '340px'}>
            <What report={r} brief={split} />
          </chakra.span>
        ),
      },
      split
        ? {
            key: 'vin',
            title: t('fault.vin'),
            sort: 'vin',
            width: '116px',
            cell: (r) => (
              <span className="num" title={r.vehicle.vin}>
                {shortVin(r)}
              </span>
            ),
          }
        : { key: 'vin', title: t('fault.vin'), sort: 'vin', width: '172px', cell: (r) => <span className="num">{r.vehicle.vin}</span> },
      { key: 'place', title: t('fault.place'), width: split ? '96px' : '196px', cell: (r) => <Cut width={split ? '82px' : '180px'}>{of(r.place)}</Cut> },
      ...(split ? [] : [{ key: 'agency', title: t('fault.agency'), sort: 'agency', width: '120px', cell: (r: FaultRow) => <Cut width="112px">{r.agency.name}</Cut> }]),
      {
        key: 'person',
        title: t('fault.person'),
        sort: 'person',
        width: split ? '76px' : '104px',
        cell: (r) => <Cut width={split ? '64px' : '96px'}>{r.personInCharge?.name ?? '–'}</Cut>,
      },
    ];
  }, [t, of, room]);
}

export const shortVin = ({ vehicle: { vin } }: Pick<FaultRow, 'vehicle'>): string => (vin.length > 12 ? `${vin.slice(0, 4)}…${vin.slice(-6)}` : vin);

const Cut = ({ width, children }: { width: string; children: string }) => (
  <chakra.span display="block" maxW={width} truncate title={children}>
    {children}
  </chakra.span>
);

function Status({ report: { status } }: { report: FaultRow }) {
  const { t } = useWords();
  return (
    <chakra.span fontWeight={status === 'occurred' ? '600' : '400'} color={status === 'occurred' ? 'ink' : 'ink3'}>
      {t(`faultStatus.${status}`)}
    </chakra.span>
  );
}

/** The name gives way first; count, cleared and a failed delivery stay readable. */
function What({ report: r, brief = false }: { report: FaultRow; brief?: boolean }) {
  const { t, of } = useWords();
  return (
    <chakra.span display="flex" gap="1.5" alignItems="baseline" minW="0">
      <b className="num">{r.code}</b>
      <chakra.span truncate minW="0" title={of(r.name)}>
        {of(r.name)}
      </chakra.span>
      {r.count > 1 && (
        <chakra.span color="ink3" className="num" flexShrink={0}>
          ×{r.count}
        </chakra.span>
      )}
      {r.clearedAt && (
        <chakra.span color="ink3" textStyle="small" flexShrink={0}>
          {t('fault.clearedShort')}
        </chakra.span>
      )}
      {r.deliveryFailed && (
        <chakra.span color="now.ink" textStyle="small" fontWeight="600" flexShrink={0} title={t('fault.deliveryFailed')}>
          <StateMark state="now" size={9} /> <span className={brief ? 'sr' : undefined}>{t('fault.deliveryFailed')}</span>
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** Two lines instead of columns. */
function Narrow({ report: r }: { report: FaultRow }) {
  return (
    <chakra.span display="block" py="1.5" lineHeight="19px" maxW="calc(100vw - 136px)">
      <chakra.span display="flex" gap="2" alignItems="center" minW="0">
        <StateMark state={stateOfSeverity[r.severity]} />
        <chakra.span flex="1" minW="0">
          <What report={r} />
        </chakra.span>
      </chakra.span>
      <chakra.span display="flex" gap="2" textStyle="small" color="ink2" minW="0">
        <Status report={r} />
        <chakra.span truncate>
          <span className="num">{shortVin(r)}</span> · {r.personInCharge?.name ?? r.agency.name}
        </chakra.span>
      </chakra.span>
    </chakra.span>
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
      {left !== null && left <= 0 && (
        <chakra.small display="block" fontSize="11px">
          {t('fault.overBy', { age: age(-left) })}
        </chakra.small>
      )}
      {soon && left !== null && (
        <chakra.small display="block" fontSize="11px">
          {t('fault.dueIn', { age: age(left) })}
        </chakra.small>
      )}
    </chakra.span>
  );
}
