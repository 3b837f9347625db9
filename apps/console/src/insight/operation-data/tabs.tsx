import { chakra } from '@chakra-ui/react';
import { consumables } from '@headland/contracts/consumable';
import type { Endpoint } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { operationData, type OperationFilter } from '@headland/contracts/operation-data';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { type ListLink, operationLinks } from '@headland/domain/operation-links';
import { daysBetween, weekdayName } from '../../lib/calendar';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { timeZone } from '../../lib/time';
import { useMeasure } from '../../ui/measures';
import { ErrorState, Skeleton } from '../../ui/states';
import { useAnswer } from '../../ui/use-answer';
import { Bars, Legend } from '../dash/bars';
import { Breakdown, Chart, Charts, Headlines, Linked } from './parts';

export interface FiguresProps {
  /** the address, without page and order */
  asked: Record<string, unknown>;
  filter: OperationFilter;
}
const types = ['rollover', 'collision', 'button'] as const;
type Lists = { faults: boolean; sos: boolean; vehicles: boolean; consumables: boolean };

/** The links of figures, and which lists the member may read. Without the right there is no link. */
export function useLinks() {
  const can = useCan();
  const may: Lists & { owners: boolean } = {
    faults: can(faults.list.allow),
    sos: can(sosAlerts.list.allow),
    vehicles: can(vehicles.list.allow),
    consumables: can(consumables.list.allow),
    owners: can('customer:R'),
  };
  return {
    may,
    of: (filter: OperationFilter, { from, to }: { from: string; to: string }) =>
      operationLinks({ ...filter, from, to }, timeZone),
    if: (list: keyof Lists, to: ListLink): ListLink | null => (may[list] ? to : null),
  };
}

/** The period that the server counted, for the links of a table. */
export const useActivity = ({ asked }: Pick<FiguresProps, 'asked'>) =>
  useAnswer(operationData.activity, { query: asked });

function useFigures<E extends Endpoint>(endpoint: E, asked: Record<string, unknown>) {
  const { data, error, refetch } = useAnswer(endpoint, { query: asked });
  return {
    data,
    instead: error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={4} />,
  };
}

export function ActivityFigures({ asked, filter }: FiguresProps) {
  const { t, number } = useI18n();
  const links = useLinks();
  const measure = useMeasure();
  const { data, instead } = useFigures(operationData.activity, asked);
  if (data === undefined) return instead;
  const { now, before } = data;
  const to = links.of(filter, data);
  const hours = (ms: number | null) => (ms === null ? null : ms / 3_600_000);
  const km = [measure('odometer', now.km), measure('odometer', before.km)] as const;
  const row = (
    title: string,
    a: number | null,
    b: number | null,
    digits: number,
    unit?: string,
    link?: ListLink | null,
  ) => ({
    title,
    value: text(number, a, digits),
    before: text(number, b, digits),
    ...(unit !== undefined && { unit }),
    ...(link !== undefined && { to: link }),
  });
  return (
    <Headlines
      note={t('operation.comparedStored', { n: daysBetween(data.from, data.to) })}
      figures={[
        row(t('operation.active'), now.active, before.active, 0, undefined, links.if('vehicles', to.active())),
        row(t('operation.runTime'), hours(now.runMs), hours(before.runMs), 1, 'h'),
        row(t('operation.distance'), km[0].value, km[1].value, 1, km[0].unit),
        row(t('operation.fuel'), now.fuelL, before.fuelL, 1, 'L'),
        row(t('operation.litresPerHour'), now.litresPerHour, before.litresPerHour, 1, 'L/h'),
        row(t('operation.faults'), now.faults, before.faults, 0, undefined, links.if('faults', to.faults())),
        row(t('operation.sosCalls'), now.sos, before.sos, 0, undefined, links.if('sos', to.sos())),
      ]}
    />
  );
}

export function FaultFigures({ asked, filter }: FiguresProps) {
  const { t, number, age, of } = useI18n();
  const links = useLinks();
  const { data, instead } = useFigures(operationData.faults, asked);
  if (data === undefined) return instead;
  const { now, before } = data;
  const to = links.of(filter, data);
  const link = (more: Parameters<typeof to.faults>[0]) => links.if('faults', to.faults(more));
  const took = (s: number | null): string => (s === null ? '–' : age(s * 1000));
  return (
    <>
      <Headlines
        note={t('operation.comparedStored', { n: data.days.length })}
        figures={[
          { title: t('operation.faults'), value: number(now.count), before: number(before.count), to: link({}) },
          {
            title: t('operation.perThousandHours'),
            value: text(number, now.perThousandHours, 1),
            before: text(number, before.perThousandHours, 1),
          },
          { title: t('operation.meanAccept'), value: took(now.acceptSeconds), before: took(before.acceptSeconds) },
          {
            title: t('operation.meanComplete'),
            value: took(now.completeSeconds),
            before: took(before.completeSeconds),
          },
        ]}
      />
      <Charts>
        <Chart
          title={t('operation.byDay')}
          columns={[t('operation.day'), t('operation.count')]}
          rows={data.days.map(({ day, count }) => [
            day,
            <Linked key={day} to={link({ day })}>
              {number(count)}
            </Linked>,
          ])}
          chart={
            <Bars
              label={t('operation.byDay')}
              days={data.days.map((d) => d.day)}
              weekdays={data.days.length <= 7}
              series={[{ key: 'count', name: t('operation.count'), values: data.days.map((d) => d.count) }]}
            />
          }
        />
        <Breakdown
          title={t('operation.byCode')}
          bars={data.codes.map(({ code, name, count }) => ({
            ...{ key: code, name: `${code} ${of(name)}`, value: count, to: link({ code }) },
          }))}
        />
        <Breakdown
          title={t('operation.byPart')}
          bars={data.parts.map(({ key, name, count }) => ({
            ...{ key, name: name ? of(name) : t('operation.noPart'), value: count, to: link({ part: key }) },
          }))}
        />
        <Breakdown
          title={t('operation.byModel')}
          bars={data.models.map(({ name, count }) => ({
            ...{ key: name ?? '', name: name ?? t('operation.noVehicle'), value: count },
            to: name === null ? null : link({ modelName: [name] }),
          }))}
        />
        <Breakdown
          title={t('operation.byRegion')}
          bars={data.regions.map(({ id, name, count }) => ({
            ...{ key: String(id), name: name ?? t('operation.noRegion'), value: count, to: link({ regionId: id }) },
          }))}
        />
      </Charts>
    </>
  );
}

export function SosFigures({ asked, filter }: FiguresProps) {
  const { t, number, age } = useI18n();
  const links = useLinks();
  const { data, instead } = useFigures(operationData.sos, asked);
  if (data === undefined) return instead;
  const { now, before } = data;
  const series = types.map((key) => ({ key, name: t(`sosType.${key}`), values: data.days.map((d) => d[key]) }));
  const to = links.of(filter, data);
  const link = (more: Parameters<typeof to.sos>[0]) => links.if('sos', to.sos(more));
  const took = (s: number | null): string => (s === null ? '–' : age(s * 1000));
  const time = (title: string, key: 'acknowledgeSeconds' | 'dispatchSeconds' | 'resolveSeconds') => ({
    title,
    value: took(now[key].median),
    note: t('operation.p90', { time: took(now[key].p90) }),
    before: took(before[key].median),
  });
  return (
    <>
      <Headlines
        note={t('operation.compared', { n: data.days.length })}
        figures={[
          { title: t('operation.sosCalls'), value: number(now.count), before: number(before.count), to: link({}) },
          time(t('operation.timeToAcknowledge'), 'acknowledgeSeconds'),
          time(t('operation.timeToDispatch'), 'dispatchSeconds'),
          time(t('operation.timeToResolve'), 'resolveSeconds'),
          {
            title: t('operation.falseAlarm'),
            value: text(number, now.falseAlarmPercent, 0),
            unit: '%',
            before: text(number, before.falseAlarmPercent, 0),
            to: link({ status: 'falseAlarm' }),
          },
          {
            title: t('operation.escalated'),
            value: number(now.escalated),
            before: number(before.escalated),
            to: link({ escalated: 'true' }),
          },
        ]}
      />
      <Charts>
        <Chart
          title={t('operation.byDay')}
          columns={[t('operation.day'), ...types.map((type) => t(`sosType.${type}`))]}
          rows={data.days.map((d) => [
            d.day,
            ...types.map((type) => (
              <Linked key={type} to={link({ day: d.day, type })}>
                {number(d[type])}
              </Linked>
            )),
          ])}
          chart={
            <>
              <Bars
                label={t('operation.byDay')}
                days={data.days.map((d) => d.day)}
                weekdays={data.days.length <= 7}
                series={series}
              />
              <Legend items={series.map((s) => ({ ...s, value: s.values.reduce((sum, n) => sum + n, 0) }))} />
            </>
          }
        />
        <Hours grid={data.grid} to={(weekday, hour) => link({ weekday, hour })} />
      </Charts>
    </>
  );
}

/** Calls by weekday and hour; the darker, the more. */
function Hours({
  grid,
  to,
}: {
  grid: readonly (readonly number[])[];
  to: (weekday: number, hour: number) => ListLink | null;
}) {
  const { t, language, number } = useI18n();
  const most = Math.max(1, ...grid.flat());
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <Chart
      title={t('operation.byHour')}
      columns={[t('operation.weekday'), ...hours.map(String)]}
      rows={grid.map((line, weekday) => [
        weekdayName(weekday, language),
        ...line.map((n, hour) => (
          <Linked key={hour} to={n > 0 ? to(weekday, hour) : null}>
            {number(n)}
          </Linked>
        )),
      ])}
      chart={
        <chakra.div display="grid" gridTemplateColumns="32px repeat(24, minmax(14px, 1fr))" gap="2px" textStyle="micro">
          {grid.flatMap((line, weekday) => [
            <span key={weekday}>{weekdayName(weekday, language)}</span>,
            ...line.map((n, hour) => (
              <chakra.span
                key={`${weekday} ${hour}`}
                data-own-colours
                color="ink"
                h="5"
                textAlign="center"
                className="num"
                title={`${t('operation.atHour', { day: weekdayName(weekday, language, 'long'), hour })}: ${number(n)}`}
                style={{
                  background: `color-mix(in srgb, var(--normal-fill) ${Math.round((n / most) * 45)}%, var(--sunken))`,
                }}
              >
                {n > 0 && <Linked to={to(weekday, hour)}>{number(n)}</Linked>}
              </chakra.span>
            )),
          ])}
          <span />
          {hours.map((hour) => (
            <chakra.span key={hour} color="ink3" textAlign="center" className="num" aria-hidden>
              {hour % 3 === 0 && hour}
            </chakra.span>
          ))}
        </chakra.div>
      }
    />
  );
}

export function RepairFigures({ asked, filter }: FiguresProps) {
  const { t, number, of } = useI18n();
  const links = useLinks();
  const { data, instead } = useFigures(operationData.repairs, asked);
  if (data === undefined) return instead;
  const { now, before } = data;
  const to = links.of(filter, data);
  const done = (more: Parameters<typeof to.completed>[0]) => links.if('faults', to.completed(more));
  const replaced = (closed: 'onTime' | 'late', item?: string) =>
    links.if('consumables', to.consumables(closed, item === undefined ? {} : { item }));
  const figure = (
    title: string,
    key: 'completed' | 'repaired' | 'processed' | 'onTime' | 'late',
    link: ListLink | null,
  ) => ({
    ...{ title, value: number(now[key]), before: number(before[key]), to: link },
  });
  return (
    <>
      <Headlines
        note={t('operation.compared', { n: daysBetween(data.from, data.to) })}
        figures={[
          figure(t('operation.completed'), 'completed', done({})),
          figure(t('faultStatus.repairCompleted'), 'repaired', done({ status: 'repairCompleted' })),
          figure(t('faultStatus.processingCompleted'), 'processed', done({ status: 'processingCompleted' })),
          {
            title: t('operation.meanDays'),
            value: text(number, now.meanDays, 1),
            before: text(number, before.meanDays, 1),
          },
          figure(t('operation.replacedOnTime'), 'onTime', replaced('onTime')),
          figure(t('operation.replacedLate'), 'late', replaced('late')),
        ]}
      />
      <Charts>
        <Breakdown
          title={t('operation.byPart')}
          bars={data.parts.map(({ key, name, count }) => ({
            ...{ key, name: name ? of(name) : t('operation.noPart'), value: count, to: done({ part: key }) },
          }))}
        />
        <Breakdown
          title={t('operation.byItem')}
          bars={data.items.flatMap(({ item, ...counts }) =>
            (['onTime', 'late'] as const).map((closed) => ({
              key: `${item} ${closed}`,
              name: `${item} · ${t(`operation.${closed}`)}`,
              value: counts[closed],
              to: replaced(closed, item),
            })),
          )}
        />
      </Charts>
    </>
  );
}

const text = (number: (n: number, digits?: number) => string, value: number | null, digits: number): string =>
  value === null ? '–' : number(value, digits);
