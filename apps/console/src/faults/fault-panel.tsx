import { chakra, Flex } from '@chakra-ui/react';
import { faults, type FaultDetail } from '@headland/contracts/fault';
import { useQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '../lib/text';
import { briefText, momentText, timeText } from '../lib/time';
import { query, useCan } from '../session/session';
import { Button } from '../ui/button';
import { DeliveryLog } from '../ui/delivery-log';
import { Figure } from '../ui/figure';
import { LiveMap } from '../ui/map/live-map';
import type { Overlay } from '../ui/map/overlays';
import { Facts, Panel, Section } from '../ui/panel';
import { Plot } from '../ui/plot/plot';
import { ErrorState, Skeleton } from '../ui/states';
import { stateOfSeverity } from '../ui/state-mark';
import { StateWord, StatusChip } from '../ui/status-chip';
import { FaultActions } from './fault-actions';

export type FaultAsking = 'complete' | 'escalate' | 'reassign' | null;
interface PanelProps {
  id: number;
  asking: FaultAsking;
  onAsk: (what: FaultAsking) => void;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** One report: what it is, what it means, where it is, and what to do with it. */
export function FaultPanel({ id, asking, onAsk, onClose, onOpen }: PanelProps) {
  const { t, of } = useWords();
  const may = useCan()(faults.accept.allow);
  const { data: report, error, refetch } = useQuery(query(faults.get, { params: { id } }));
  if (!report)
    return (
      <Panel title="" onClose={onClose}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={7} height={56} />}
      </Panel>
    );
  return (
    <Panel
      label={`${report.code} ${of(report.name)}`}
      over={
        <>
          <StatusChip state={stateOfSeverity[report.severity]}>{t(`severity.${report.severity}`)}</StatusChip>
          <span className="num">{t('fault.report', { n: report.id })}</span>
        </>
      }
      title={
        <>
          <span className="num">{report.code}</span> {of(report.name)}
        </>
      }
      under={
        <>
          <span className="num">{report.vehicle.vin}</span> · {report.vehicle.model}
        </>
      }
      onClose={onClose}
      foot={(may || report.status === 'completed') && <FaultActions report={report} asking={asking} onAsk={onAsk} />}
    >
      <Steps report={report} />
      <Section>
        <Facts
          columns={2}
          rows={[
            [t('fault.part'), of(report.part)],
            [t('fault.spnFmi'), report.spn === null ? '–' : `${report.spn} / ${report.fmi ?? '–'}`],
            [t('fault.count'), t('fault.countLast', { n: report.count, time: briefText(report.lastAt, Date.now()) })],
            [t('fault.lamp'), lampText(report.lamp, t)],
            [t('fault.system'), report.system ?? '–'],
            [t('fault.agency'), report.agency.name],
          ]}
        />
        {report.clearedAt && (
          <chakra.p mt="2" color="ink2">
            {t('fault.cleared')} · <span className="num">{momentText(report.clearedAt)}</span>
          </chakra.p>
        )}
        {report.whatToDo && (
          <chakra.p mt="3" px="3" py="2" bg="sunken" borderRadius="control">
            {of(report.whatToDo)}
          </chakra.p>
        )}
      </Section>
      <Freeze report={report} />
      <Where report={report} />
      <Section title={t('fault.vehicle')}>
        <Flex align="center" gap="3">
          <chakra.span flex="1" minW="0" overflowWrap="anywhere" color={report.customer ? 'ink' : 'ink3'}>
            {report.customer ? (
              <>
                {report.customer.name} <span className="num">{report.customer.phone}</span>
              </>
            ) : (
              t('fault.noCustomer')
            )}
          </chakra.span>
          {report.customer?.phone && !report.customer.phone.includes('*') && (
            <a href={`tel:${report.customer.phone.replaceAll(/[^+\d]/gu, '')}`}>
              <Button as="span" icon={<Phone size={14} />}>
                {t('fault.call')}
              </Button>
            </a>
          )}
        </Flex>
      </Section>
      {report.others.length > 0 && (
        <Section title={t('fault.others')}>
          {report.others.map((o) => (
            <chakra.button key={o.id} type="button" display="flex" gap="2" w="full" py="1" textAlign="left" _hover={{ bg: 'hover' }} onClick={() => onOpen(o.id)}>
              <StateWord state={stateOfSeverity[o.severity]}>
                <b className="num">{o.code}</b>
              </StateWord>{' '}
              <chakra.span flex="1" truncate>
                {of(o.name)}
              </chakra.span>{' '}
              <chakra.span color="ink3">{t(`faultStatus.${o.status}`)}</chakra.span>
            </chakra.button>
          ))}
        </Section>
      )}
      <DeliveryLog list={report.deliveries} permission="breakdown:U" />
      <Section title={t('fault.timeline')}>
        {report.steps.toReversed().map((s) => (
          <Flex key={s.number} gap="3" py="0.5" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(s.at)}>
              {briefText(s.at, Date.now())}
            </chakra.span>
            <chakra.span flex="1" overflowWrap="anywhere">
              {t(`event.${s.name}` as 'event.fault.occurred')}
              {s.note && <chakra.span color="ink2"> – {s.note}</chakra.span>}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small">
              {s.by ?? ''}
            </chakra.span>
          </Flex>
        ))}
      </Section>
    </Panel>
  );
}

type T = ReturnType<typeof useWords>['t'];
const lampText = (lamp: string | null, t: T): string => (lamp === 'MIL' || lamp === 'RSL' || lamp === 'AWL' || lamp === 'PL' ? t(`lamp.${lamp}`) : (lamp ?? '–'));

function Steps({ report }: { report: FaultDetail }) {
  const { t } = useWords();
  const steps = [
    { label: t('faultStatus.occurred'), at: report.occurredAt, note: timeText(report.occurredAt), done: true },
    {
      label: t('faultStatus.accepted'),
      at: report.acceptedAt,
      note: report.acceptedAt
        ? [timeText(report.acceptedAt), report.acceptedBy].filter(Boolean).join(' · ')
        : report.dueAt
          ? t('fault.due', { time: briefText(report.dueAt, Date.now()) })
          : '–',
      done: report.acceptedAt !== null,
    },
    {
      label: t('faultStatus.completed'),
      at: report.completedAt,
      note: report.completedAt ? [timeText(report.completedAt), report.completedBy].filter(Boolean).join(' · ') : '–',
      done: report.completedAt !== null,
    },
  ];
  const present = steps.findLastIndex((s) => s.done);
  return (
    <chakra.ol display="grid" gridTemplateColumns="repeat(3, 1fr)" gap="1.5" px="4" pb="3" listStyleType="none">
      {steps.map((s, i) => (
        <chakra.li
          key={s.label}
          borderTop="3px solid"
          borderColor={i === present ? 'today.fill' : s.done ? 'normal.fill' : 'lineStrong'}
          pt="1.5"
          textStyle="small"
          aria-current={i === present ? 'step' : undefined}
        >
          <chakra.b display="block" color={s.done ? 'ink' : 'ink3'}>
            {s.label}
          </chakra.b>
          <chakra.span display="block" color="ink3" className="num" overflowWrap="anywhere">
            {s.note}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

/** Values worth a look around the moment, those first that say something about the part; the line of the first. */
const units: Record<string, string> = {
  coolant: '°C',
  oilTemp: '°C',
  exhaustTemp: '°C',
  oilPressure: 'kPa',
  railPressure: 'bar',
  battery: 'V',
  load: '%',
  rpm: 'rpm',
  defLevel: '%',
  dpfSoot: '%',
  fuelLevel: '%',
  speed: 'km/h',
};
const tellingOf: Record<string, string[]> = {
  ENGINE: ['coolant', 'oilPressure', 'rpm', 'load'],
  FUEL: ['railPressure', 'rpm', 'load', 'fuelLevel'],
  AIR: ['load', 'rpm', 'exhaustTemp', 'coolant'],
  GLOW: ['battery', 'coolant', 'rpm', 'load'],
  DPF: ['dpfSoot', 'exhaustTemp', 'load', 'rpm'],
  SCR: ['defLevel', 'exhaustTemp', 'load', 'rpm'],
  NOX: ['exhaustTemp', 'defLevel', 'load', 'rpm'],
  CAN: ['battery', 'rpm', 'load', 'coolant'],
  ECU: ['battery', 'rpm', 'load', 'coolant'],
};
function Freeze({ report }: { report: FaultDetail }) {
  const { t } = useWords();
  const at = Date.parse(report.occurredAt);
  const names = (tellingOf[report.system ?? ''] ?? ['rpm', 'load', 'coolant', 'battery']).filter((n) => (report.freeze[n]?.length ?? 0) > 0);
  if (names.length === 0) return null;
  const [first = ''] = names;
  return (
    <Section title={t('fault.freeze')}>
      <chakra.dl display="grid" gridTemplateColumns="repeat(auto-fit, minmax(80px, 1fr))" gap="2" mb="2">
        {names.map((name) => (
          <div key={name}>
            <chakra.dt color="ink3" textStyle="small">
              {t(`sensor.${name}` as 'sensor.rpm')}
            </chakra.dt>
            <chakra.dd fontSize="16px" fontWeight="600">
              <Figure value={nearest(report.freeze[name] ?? [], at)} unit={units[name] ?? ''} digits={name === 'battery' ? 1 : 0} />
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      <Plot
        small
        label={t(`sensor.${first}` as 'sensor.rpm')}
        unit={units[first] ?? ''}
        points={report.freeze[first] ?? []}
        height={72}
        from={at - 300_000}
        to={at + 300_000}
        marks={[{ at, label: timeText(report.occurredAt) }]}
      />
    </Section>
  );
}

const nearest = (points: readonly (readonly [number, number])[], at: number): number | null =>
  points.reduce<readonly [number, number] | null>((best, p) => (best === null || Math.abs(p[0] - at) < Math.abs(best[0] - at) ? p : best), null)?.[1] ?? null;

function Where({ report }: { report: FaultDetail }) {
  const { of } = useWords();
  const overlays = useMemo<Overlay[]>(() => {
    if (report.lat === null || report.lon === null) return [];
    const here = { lat: report.lat, lon: report.lon };
    return [
      ...(report.track.length > 1 ? [{ kind: 'track' as const, id: 'track', points: report.track }] : []),
      ...report.nearest.slice(0, 3).flatMap((a) =>
        a.lat === null || a.lon === null
          ? []
          : [
              {
                kind: 'place' as const,
                id: `a${a.id}`,
                lat: a.lat,
                lon: a.lon,
                label: a.name,
                under: true,
                ...(a.distanceKm === null ? {} : { note: `${a.distanceKm} km` }),
              },
            ],
      ),
      { kind: 'vehicle' as const, id: report.vehicle.id, ...here, state: report.now?.state ?? 'never', heading: report.now?.values.heading ?? null },
    ];
  }, [report]);
  if (report.lat === null || report.lon === null) return null;
  const [near] = report.nearest;
  return (
    <chakra.div data-fault-map position="relative" h="220px" borderTop="1px solid" borderColor="line">
      <LiveMap fleet={false} legend={false} overlays={overlays} start={{ lat: report.lat, lon: report.lon, zoom: 10 }} />
      <chakra.span
        position="absolute"
        left="2"
        top="2"
        maxW="calc(100% - 64px)"
        zIndex="mapControl"
        bg="raised"
        borderRadius="control"
        px="2.5"
        py="1"
        boxShadow="var(--shadow-1)"
        textStyle="small"
      >
        {report.place ? of(report.place) : `${report.lat.toFixed(4)}, ${report.lon.toFixed(4)}`}
        {near && (
          <chakra.span color="ink3" className="num">
            {' '}
            · {near.name} {near.distanceKm ?? '–'} km
          </chakra.span>
        )}
      </chakra.span>
    </chakra.div>
  );
}
