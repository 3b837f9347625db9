import { chakra } from '@chakra-ui/react';
import type { Severity } from '@headland/contracts/fault';
import type { VehicleState } from '@headland/contracts/vehicle';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { StateMark, stateOfSeverity, VehicleMark } from '../../ui/state-mark';
import { RecordMissing } from '../../ui/with-record';

interface Stated {
  state: VehicleState;
  heading: number | null;
  openSos: number;
  openFaults: number;
  worstFault: Severity | null;
}

/** How a vehicle does, in one cell: a call of help before a fault before what it is doing. */
export function VehicleStateLabel({ vehicle }: { vehicle: Stated }) {
  const t = useT();
  const { state, heading, openSos, openFaults, worstFault } = vehicle;
  const doing = t(`state.${state}`);
  if (openSos > 0)
    return (
      <Labelled color="now.ink" strong mark={<StateMark state="now" />}>
        SOS
      </Labelled>
    );
  if (openFaults > 0) {
    const urgency = stateOfSeverity[worstFault ?? 'minor'];
    return (
      <Labelled color={`${urgency}.ink`} strong mark={<StateMark state={urgency} />}>
        {doing} · {t('vehicle.fault')}
      </Labelled>
    );
  }
  const quiet = state === 'off' || state === 'offline' || state === 'never';
  return (
    <Labelled color={quiet ? 'ink3' : 'ink'} mark={<VehicleMark state={state} heading={heading ?? 0} />}>
      {doing}
    </Labelled>
  );
}

function Labelled({
  color,
  strong = false,
  mark,
  children,
}: {
  color: string;
  strong?: boolean;
  mark: ReactNode;
  children: ReactNode;
}) {
  return (
    <chakra.span
      display="inline-flex"
      // the marks differ in height: by its baseline a word would stand higher or lower than its neighbours
      verticalAlign="middle"
      alignItems="center"
      gap="1.5"
      color={color}
      fontWeight={strong ? '500' : '400'}
    >
      <chakra.span w="14px" display="inline-grid" placeItems="center" flexShrink={0}>
        {mark}
      </chakra.span>
      {children}
    </chakra.span>
  );
}

/** To a vehicle's own page, optionally to one of its tabs, or to a day of its track. */
export function VehicleLink({
  id,
  tab,
  day,
  children,
}: {
  id: number;
  tab?: string;
  day?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={toRecord('/statusDetail', id)}
      search={{ ...(tab === undefined ? {} : { tab }), ...(day === undefined ? {} : { day }) }}
    >
      {children}
    </Link>
  );
}

/** Unknown and out of scope look alike. */
export function VehicleMissing() {
  const t = useT();
  return <RecordMissing list={{ to: '/status', label: t('vehicle.toList'), missing: t('vehicle.missing') }} />;
}
