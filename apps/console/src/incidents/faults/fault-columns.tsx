import { chakra } from '@chakra-ui/react';
import type { FaultRow } from '@headland/contracts/fault';
import { phoneText } from '@headland/domain/phone-text';
import { faultListColumns } from '@headland/i18n/columns/faults';
import { CornerDownRight, GitBranch } from 'lucide-react';
import { useMemo } from 'react';
import { serverNow, useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { useListColumns } from '../../ui/list-columns';
import { StateMark, stateOfSeverity } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/**
 * The columns of the queue, in the order of a decision: severity, state, age, code, place, agency; the others are optional.
 * `beside`: a panel is open beside the list.
 */
export function useFaultColumns(beside: boolean): Column<FaultRow>[] {
  const { t, of } = useI18n();
  const c = useListColumns(columns);
  return useMemo<Column<FaultRow>[]>(
    () => [
      {
        ...c.severity,
        width: '90px',
        cell: (r) => <StateLabel state={stateOfSeverity[r.severity]}>{t(`severity.${r.severity}`)}</StateLabel>,
      },
      {
        key: 'priority',
        title: t('fault.priorityColumn'),
        width: '120px',
        hidden: true,
        yields: true,
        exports: [],
        cell: (r) => <Priority report={r} />,
      },
      { ...c.status, width: '72px', cell: (r) => <Status report={r} /> },
      { ...c.age, width: '88px', cell: (r) => <Due report={r} /> },
      { ...c.occurredAt, width: '150px', hidden: true, yields: true },
      {
        ...c.code,
        key: 'fault',
        title: t('fault.fault'),
        identity: true,
        exports: ['code', 'name'],
        // beside a panel it has what the others leave: a name of no width of its own, which fills its cell
        cell: (r) => (
          <chakra.span display="block" {...(beside ? { minW: '150px' } : { maxW: '340px' })}>
            <chakra.span display="block" {...(beside ? { w: 0, minW: '100%' } : {})}>
              <What report={r} brief={beside} />
            </chakra.span>
          </chakra.span>
        ),
      },
      { ...c.part, hidden: true, yields: true, cell: (r) => <Cut width="160px">{of(r.part)}</Cut> },
      { ...c.count, hidden: true, yields: true },
      { ...c.lamp, hidden: true, yields: true },
      {
        ...c.vin,
        width: beside ? '110px' : '172px',
        cell: (r) => <span title={r.vehicle.vin}>{beside ? shortVin(r) : r.vehicle.vin}</span>,
      },
      { ...c.model, hidden: true, yields: true },
      {
        ...c.customer,
        hidden: true,
        yields: true,
        cell: (r) =>
          r.customer ? (
            <>
              {r.customer.name} <span className="unit">{r.customer.phone && phoneText(r.customer.phone)}</span>
            </>
          ) : (
            '–'
          ),
      },
      {
        ...c.place,
        width: beside ? '88px' : '172px',
        cell: (r) => <Cut width={beside ? '74px' : '156px'}>{of(r.place)}</Cut>,
      },
      { ...c.agency, width: '120px', yields: true, cell: (r) => <Cut width="112px">{r.agency.name}</Cut> },
      {
        ...c.person,
        width: beside ? '76px' : '104px',
        cell: (r) => <Cut width={beside ? '64px' : '96px'}>{r.personInCharge?.name ?? '–'}</Cut>,
      },
      { ...c.cleared, title: t('fault.cleared'), hidden: true, yields: true },
      { ...c.memo, hidden: true, yields: true, cell: (r) => <Cut width="240px">{r.memo?.split('\n')[0] ?? '–'}</Cut> },
    ],
    [t, of, c, beside],
  );
}

/** Two lines and the age. */
export function usePhoneColumns(): Column<FaultRow>[] {
  const { t } = useI18n();
  const c = useListColumns(columns);
  return useMemo(
    () => [
      { key: 'fault', title: t('fault.fault'), sort: 'code', cell: (r: FaultRow) => <Narrow report={r} /> },
      { ...c.age, width: '88px', cell: (r: FaultRow) => <Due report={r} /> },
    ],
    [t, c],
  );
}

const columns = faultListColumns(serverNow);

export const shortVin = ({ vehicle: { vin } }: Pick<FaultRow, 'vehicle'>): string =>
  vin.length > 12 ? `${vin.slice(0, 4)}…${vin.slice(-6)}` : vin;

const Cut = ({ width, children }: { width: string; children: string }) => (
  <chakra.span display="block" maxW={width} truncate title={children}>
    {children}
  </chakra.span>
);

function Status({ report: { status } }: { report: FaultRow }) {
  const { t } = useI18n();
  return (
    <chakra.span fontWeight={status === 'occurred' ? '600' : '400'} color={status === 'occurred' ? 'ink' : 'ink3'}>
      {t(`faultStatus.${status}`)}
    </chakra.span>
  );
}

/** The name gives way first; count, cleared and a failed delivery stay readable. */
function What({ report: r, brief = false }: { report: FaultRow; brief?: boolean }) {
  const { t, of } = useI18n();
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
      <Related report={r} />
      {r.clearedAt && (
        <chakra.span color="ink3" textStyle="small" flexShrink={0}>
          {t('fault.clearedShort')}
        </chakra.span>
      )}
      {r.deliveryFailed && (
        <chakra.span
          color="now.ink"
          textStyle="small"
          fontWeight="600"
          flexShrink={0}
          title={t('fault.deliveryFailed')}
        >
          <StateMark state="now" size={9} />{' '}
          <span className={brief ? 'sr' : undefined}>{t('fault.deliveryFailed')}</span>
        </chakra.span>
      )}
    </chakra.span>
  );
}

/** A consequence names its primary fault, a primary one shows the number of its consequences. */
function Related({ report: { primaries, consequences } }: { report: FaultRow }) {
  const { t } = useI18n();
  const [first] = primaries;
  if (first)
    return (
      <chakra.span
        color="ink3"
        textStyle="small"
        flexShrink={0}
        title={t('fault.consequenceOf', { codes: primaries.map((p) => p.code).join(', ') })}
      >
        <CornerDownRight size={12} aria-hidden style={{ display: 'inline', verticalAlign: '-1px' }} />{' '}
        <span className="num">{first.code}</span>
        <span className="sr">{t('fault.consequenceOf', { codes: primaries.map((p) => p.code).join(', ') })}</span>
      </chakra.span>
    );
  if (consequences === 0) return null;
  return (
    <chakra.span color="ink2" textStyle="small" flexShrink={0} title={t('fault.primaryOf', { n: consequences })}>
      <GitBranch size={12} aria-hidden style={{ display: 'inline', verticalAlign: '-1px' }} />{' '}
      <span className="num">{consequences}</span>
      <span className="sr">{t('fault.primaryOf', { n: consequences })}</span>
    </chakra.span>
  );
}

/** Two lines instead of columns. */
function Narrow({ report: r }: { report: FaultRow }) {
  return (
    <chakra.span display="block" py="1.5" lineHeight="19px" maxW="calc(100vw - 156px)">
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

/** What decides its rank, in words: overdue or how long until then; an accepted one is not due. */
function Priority({ report }: { report: FaultRow }) {
  const { t, age } = useI18n();
  const now = useNow();
  if (report.dueAt === null || report.status !== 'occurred') return <>–</>;
  const left = Date.parse(report.dueAt) - now;
  return (
    <chakra.span className="num" color={left <= 0 ? 'now.ink' : 'ink'} fontWeight={left <= 0 ? '600' : '400'}>
      {left <= 0 ? t('fault.overBy', { age: age(-left) }) : t('fault.dueIn', { age: age(left) })}
    </chakra.span>
  );
}

/** Its age, and below it how much is left or past until somebody must have accepted it. Colour only from there on. */
function Due({ report }: { report: FaultRow }) {
  const { t, age } = useI18n();
  const now = useNow();
  const left = report.dueAt === null || report.status !== 'occurred' ? null : Date.parse(report.dueAt) - now;
  const soon =
    left !== null &&
    left > 0 &&
    left < Math.min(600_000, (Date.parse(report.dueAt ?? '') - Date.parse(report.receivedAt)) / 4);
  const colour = left !== null && left <= 0 ? 'now.ink' : soon ? 'today.ink' : undefined;
  return (
    <chakra.span
      className="num"
      color={colour}
      fontWeight={colour === undefined ? '400' : '600'}
      display="inline-block"
      lineHeight="16px"
    >
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
