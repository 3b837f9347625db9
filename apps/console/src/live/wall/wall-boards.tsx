import { chakra, Flex } from '@chakra-ui/react';
import type { WallPicture } from '@headland/contracts/wall';
import { isOverdue } from '@headland/domain/fault';
import type { ReactNode } from 'react';
import { clockOf } from '../../lib/age';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { type State, StateMark, stateOfSeverity } from '../../ui/state-mark';

const headPx = 72;
const rowPx = 84;

interface BoardProps {
  snapshot: WallPicture;
  heightPx: number;
}

/** Open SOS over the whole width. While one waits the map is shown instead. */
export function SosBoard({ snapshot: { sos, sosOpen }, heightPx }: BoardProps) {
  const { t, of } = useI18n();
  return (
    <Board
      {...{ heightPx, title: t('wall.sos'), total: sosOpen, state: 'now', empty: t('wall.noSos') }}
      columns="auto minmax(0,1.2fr) minmax(0,1fr) minmax(0,1.4fr) auto auto"
      rows={sos.map((c) => (
        <Row key={c.id} state={c.status === 'raised' ? 'now' : c.status === 'acknowledged' ? 'today' : 'normal'}>
          <Machine of={c.vehicle} lead={t(`sosType.${c.type}`)} />
          <chakra.b truncate>{c.agency.name}</chakra.b>
          <Cell>{c.place ? of(c.place) : ''}</Cell>
          <Cell>{t(`sosStatus.${c.status}`)}</Cell>
          <Clock>
            <Age since={c.raisedAt} style="clock" />
          </Clock>
        </Row>
      ))}
    />
  );
}

/** Open fault reports over the whole width. */
export function FaultBoard({ snapshot: { faults, faultsOpen }, heightPx }: BoardProps) {
  const { t, of } = useI18n();
  const now = new Date(useNow());
  const total = faultsOpen.critical + faultsOpen.major + faultsOpen.minor;
  return (
    <Board
      {...{ heightPx, title: t('wall.faults'), total, state: 'today', empty: t('wall.noFaults') }}
      columns="auto auto minmax(0,2fr) auto minmax(0,1fr) minmax(0,1fr) auto"
      rows={faults.map((f) => (
        <Row key={f.id} state={stateOfSeverity[f.severity]}>
          <b className="num">{f.code}</b>
          <chakra.span truncate>{of(f.name)}</chakra.span>
          <Machine of={f.vehicle} />
          <chakra.b truncate>{f.agency.name}</chakra.b>
          <Cell>{f.place ? of(f.place) : ''}</Cell>
          <Clock late={isOverdue(f, now)}>
            <Age since={f.occurredAt} style="short" />
          </Clock>
        </Row>
      ))}
    />
  );
}

/** Consumables whose cycle is over or nearly so. */
export function ConsumableBoard({ snapshot: { consumables }, heightPx }: BoardProps) {
  const { t, number } = useI18n();
  const { rows, total } = consumables ?? { rows: [], total: 0 };
  return (
    <Board
      {...{ heightPx, title: t('wall.consumables'), total, state: 'today', empty: t('wall.noConsumables') }}
      columns="auto minmax(0,1fr) minmax(0,1fr) minmax(0,1fr) auto auto"
      rows={rows.map((c) => (
        <Row key={c.id} state={c.state === 'exceeded' ? 'today' : 'watch'}>
          <chakra.b truncate>{c.item}</chakra.b>
          <Machine of={c} />
          <Cell>{c.dealer ?? ''}</Cell>
          <Cell>{t(`cycleState.${c.state}`)}</Cell>
          <Clock late={c.state === 'exceeded'}>{c.percent === null ? '–' : `${number(c.percent)} %`}</Clock>
        </Row>
      ))}
    />
  );
}

/** The figures of the day, each as large as a fourth of the wall. */
export function FigureBoard({
  snapshot: s,
  counts,
}: {
  snapshot: WallPicture;
  counts: { vehicles: number; online: number; engineOn: number };
}) {
  const { t, number } = useI18n();
  const share = (n: number): string =>
    counts.vehicles === 0 ? '' : t('wall.share', { n: Math.round((100 * n) / counts.vehicles) });
  const { critical, major, minor } = s.faultsOpen;
  const faultsOf = (severity: keyof typeof s.faultsOpen): string =>
    `${t('wall.faults')} · ${t(`severity.${severity}`)}`;
  const due = s.consumables?.total ?? null;
  const figures: readonly Omit<FigureProps, 'children'>[] = [
    { label: t('wall.vehicles'), value: number(counts.vehicles) },
    { label: t('wall.online'), value: number(counts.online), note: share(counts.online) },
    { label: t('wall.engineOn'), value: number(counts.engineOn), note: share(counts.engineOn) },
    { label: t('wall.sos'), value: number(s.sosOpen), ...(s.sosOpen > 0 ? { mark: 'now' } : {}) },
    { label: faultsOf('critical'), value: number(critical), ...(critical > 0 ? { mark: 'now' } : {}) },
    { label: faultsOf('major'), value: number(major), ...(major > 0 ? { mark: 'today' } : {}) },
    { label: faultsOf('minor'), value: number(minor) },
    { label: t('wall.overdue'), value: number(s.faultsOverdue), ...(s.faultsOverdue > 0 ? { mark: 'now' } : {}) },
    { label: t('wall.accepted'), value: number(s.acceptedToday) },
    { label: t('wall.completed'), value: number(s.completedToday) },
    {
      label: t('wall.median'),
      value: s.medianAcknowledgeSeconds === null ? '–' : clockOf(Math.round(s.medianAcknowledgeSeconds)),
    },
    { label: t('wall.consumables'), value: due === null ? '–' : number(due) },
  ];
  return (
    <chakra.div
      h="full"
      display="grid"
      gridTemplateColumns="repeat(4, minmax(0,1fr))"
      gridTemplateRows="repeat(3, minmax(0,1fr))"
      gap="1px"
      bg="line"
    >
      {figures.map((figure) => (
        <Figure key={figure.label} {...figure} />
      ))}
    </chakra.div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note?: string;
  mark?: 'now' | 'today';
}
function Figure({ label, value, note, mark }: FigureProps) {
  return (
    <Flex direction="column" justify="center" bg="surface" px="40px" minW="0">
      <Flex fontSize="36px" lineHeight="48px" gap="14px" align="center" color={mark ? `${mark}.ink` : 'ink2'}>
        {mark && <StateMark state={mark} size={28} />}
        <chakra.span truncate>{label}</chakra.span>
      </Flex>
      <Flex align="baseline" gap="20px" whiteSpace="nowrap" color={mark ? `${mark}.ink` : 'ink'}>
        {/* nine characters fit into a fourth of the width */}
        <chakra.b className="num" style={{ fontSize: value.length > 7 ? 84 : 128 }} lineHeight="148px">
          {value}
        </chakra.b>
        {note && (
          <chakra.span fontSize="36px" color="ink2" className="num">
            {note}
          </chakra.span>
        )}
      </Flex>
    </Flex>
  );
}

function Board({
  title,
  total,
  state,
  empty,
  columns,
  rows,
  heightPx,
}: {
  title: string;
  total: number;
  state: State;
  empty: string;
  columns: string;
  rows: readonly ReactNode[];
  heightPx: number;
}) {
  const { t, number } = useI18n();
  const shown = rows.slice(0, Math.max(1, Math.floor((heightPx - headPx) / rowPx)));
  return (
    <Flex direction="column" h="full" bg="surface">
      <Flex h={`${headPx}px`} px="40px" align="center" gap="18px" fontSize="36px" bg="sunken" flexShrink={0}>
        <StateMark state={total === 0 ? 'off' : state} size={30} />
        <b>{title}</b> <b className="num">{number(total)}</b>
        <chakra.span flex="1" />
        {total > shown.length && <chakra.span color="ink2">{t('wall.more', { n: total - shown.length })}</chakra.span>}
      </Flex>
      {rows.length === 0 ? (
        <chakra.p px="40px" py="40px" fontSize="36px" color="ink3">
          {empty}
        </chakra.p>
      ) : (
        <chakra.div
          display="grid"
          columnGap="32px"
          px="40px"
          fontSize="32px"
          lineHeight="44px"
          whiteSpace="nowrap"
          style={{ gridTemplateColumns: columns, gridAutoRows: `${rowPx}px` }}
        >
          {shown}
        </chakra.div>
      )}
    </Flex>
  );
}

const Row = ({ state, children }: { state: State; children: ReactNode }) => (
  <chakra.div
    display="grid"
    gridColumn="1 / -1"
    gridTemplateColumns="subgrid"
    alignItems="center"
    borderBottom="1px solid"
    borderColor="line"
  >
    <StateMark state={state} size={28} />
    {children}
  </chakra.div>
);
const Cell = ({ children }: { children: ReactNode }) => (
  <chakra.span truncate color="ink2">
    {children}
  </chakra.span>
);
const Clock = ({ late = false, children }: { late?: boolean; children: ReactNode }) => (
  <chakra.b className="num" textAlign="right" fontSize="36px" color={late ? 'now.ink' : 'ink'}>
    {children}
  </chakra.b>
);
const Machine = ({ of: { model, vin }, lead }: { of: { model: string; vin: string }; lead?: string }) => (
  <chakra.span truncate>
    {lead !== undefined && <b>{lead} </b>}
    {model}{' '}
    <chakra.span color="ink2" className="num">
      …{vin.slice(-6)}
    </chakra.span>
  </chakra.span>
);
