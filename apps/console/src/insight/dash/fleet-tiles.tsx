import { chakra, Flex } from '@chakra-ui/react';
import { dash } from '@headland/contracts/statistics';
import { vehicles } from '@headland/contracts/vehicle';
import { use } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { useMeasure } from '../../ui/measures';
import { Bars, Ring } from './bars';
import { Ranking } from './ranking';
import { Difference, Tile, TilesContext, Total, useTile } from './tile';
import { momentsOf } from './week';

const dealer = (id: number | undefined): { dealerId: string | undefined } => ({
  dealerId: id === undefined ? undefined : String(id),
});

/** Vehicles started or running per day, of all; yesterday as a ring. */
export function EnginesTile() {
  const { t, number } = useI18n();
  const linked = useCan()(vehicles.list.allow);
  const { organizationId } = use(TilesContext);
  const result = useTile(dash.engines);
  const last = result.data?.days.at(-1);
  return (
    <Tile
      title={t('dash.engines')}
      // last start at that time or later: the list only knows the last one
      door={
        linked
          ? { to: '/status', search: { ...dealer(organizationId), startedFrom: momentsOf(last ? [last] : []).from } }
          : null
      }
      result={result}
      head={({ days, before }) => {
        const yesterday = days.at(-1);
        const on = yesterday?.on ?? null;
        return (
          <>
            <Total
              text={number(on)}
              unit={t('dash.unit.vehiclesOn', { n: on ?? 0, day: (yesterday?.day ?? '').slice(5) })}
            />
            <Difference
              now={on}
              before={before}
              unit={t('dash.unit.vehicles', { n: Math.abs((on ?? 0) - (before ?? 0)) })}
            />
          </>
        );
      }}
      chart={({ days }) => {
        const yesterday = days.at(-1);
        const share = shareOf(yesterday);
        return (
          <Flex align="center" gap="2" wrap={{ base: 'wrap', md: 'nowrap' }}>
            <Ring
              share={share}
              label={t('dash.ringOf', {
                on: number(yesterday?.on),
                off: number(offOf(yesterday)),
                day: yesterday?.day ?? '',
              })}
              under={t('dash.engineWasOn')}
            />
            <chakra.div flex="1" minW="0">
              <Bars
                label={t('dash.chartOf', { title: t('dash.engines') })}
                days={days.map((d) => d.day)}
                weekdays={false}
                height={100}
                series={[
                  { key: 'on', name: t('dash.on'), values: days.map((d) => d.on) },
                  { key: 'off', name: t('dash.off'), values: days.map((d) => offOf(d)) },
                ]}
              />
            </chakra.div>
          </Flex>
        );
      }}
      table={({ days }) => ({
        columns: [t('dash.day'), t('dash.on'), t('dash.off')],
        rows: days.map((d) => [d.day, number(d.on), number(offOf(d))]),
      })}
      foot={({ days }) => (
        <>
          {t('dash.on')} <b>{number(days.at(-1)?.on)}</b> · {t('dash.off')} <b>{number(offOf(days.at(-1)))}</b>
        </>
      )}
    />
  );
}
interface Counted {
  on: number | null;
  vehicles: number | null;
}
const offOf = ({ on, vehicles }: Counted = { on: null, vehicles: null }): number | null =>
  on === null || vehicles === null ? null : Math.max(0, vehicles - on);
const shareOf = ({ on, vehicles }: Counted = { on: null, vehicles: null }): number | null =>
  on === null || vehicles === null || vehicles === 0 ? null : on / vehicles;

/** Longest distances. */
export function MileageTile() {
  const { t, number } = useI18n();
  const can = useCan();
  const measure = useMeasure();
  const { organizationId } = use(TilesContext);
  const result = useTile(dash.mileage);
  const km = (value: number | null) => measure('odometer', value);
  return (
    <Tile
      title={t('dash.mileage')}
      door={
        can(vehicles.list.allow)
          ? { to: '/status', search: { ...dealer(organizationId), sort: 'odometer', order: 'desc' } }
          : null
      }
      result={result}
      head={(data) => {
        const { value, unit, digits } = km(data.km);
        return (
          <>
            <Total text={number(value, digits)} unit={unit} />
            <Difference now={value} before={km(data.before).value} unit={unit} digits={digits} />
          </>
        );
      }}
      chart={(data) =>
        data.km === null ? (
          // unknown while it is being counted
          !data.counting && (
            <chakra.p textStyle="dense" color="ink2">
              {t('dash.noneDrove')}
            </chakra.p>
          )
        ) : (
          <Ranking
            label={t('dash.mileage')}
            rows={data.vehicles.map((v) => ({
              key: String(v.id),
              name: v.vin,
              note: v.hours === null ? v.model : t('dash.modelAndHours', { model: v.model, hours: number(v.hours, 1) }),
              value: km(v.km).value ?? 0,
              text: number(km(v.km).value, 1),
              unit: km(v.km).unit,
              ...(can(vehicles.get.allow) ? { to: toRecord('/statusDetail', v.id) } : {}),
            }))}
          />
        )
      }
      table={(data) => ({
        columns: [t('dash.vin'), t('dash.model'), km(null).unit, t('dash.engineHours')],
        rows: data.vehicles.map((v) => [v.vin, v.model, number(km(v.km).value, 1), number(v.hours, 1)]),
      })}
    />
  );
}
