import { chakra } from '@chakra-ui/react';
import { customers } from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import { dash } from '@headland/contracts/statistics';
import { use } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Bars } from './bars';
import { Ranking } from './ranking';
import { Difference, Tile, TilesContext, Total, useTile } from './tile';

const dealer = (id: number | undefined): { dealerId: string | undefined } => ({
  dealerId: id === undefined ? undefined : String(id),
});

/** New app customers per day. */
export function MembersTile() {
  const { t, number } = useI18n();
  const linked = useCan()(customers.list.allow);
  const { organizationId } = use(TilesContext);
  return (
    <Tile
      title={t('dash.members')}
      door={
        linked
          ? { to: '/customer', search: { ...dealer(organizationId), appStatus: 'registered', usesApp: 'true' } }
          : null
      }
      result={useTile(dash.members)}
      head={({ joined, before }) => (
        <>
          <Total text={number(joined)} unit={t('dash.unit.people', { n: joined })} />
          <Difference now={joined} before={before} unit={t('dash.unit.people', { n: Math.abs(joined - before) })} />
        </>
      )}
      chart={({ days }) => (
        <Bars
          label={t('dash.chartOf', { title: t('dash.members') })}
          days={days.map((d) => d.day)}
          series={[{ key: 'joined', name: t('dash.joined'), values: days.map((d) => d.joined) }]}
        />
      )}
      table={({ days, joined, withdrawn }) => ({
        columns: [t('dash.day'), t('dash.joined'), t('dash.withdrawn')],
        rows: [
          ...days.map((d) => [d.day, number(d.joined), number(d.withdrawn)]),
          [t('dash.total'), number(joined), number(withdrawn)],
        ],
      })}
      foot={({ withdrawn, registered }) => (
        <>
          {t('dash.withdrawn')} <b>{number(withdrawn)}</b> · {t('dash.registered')} <b>{number(registered)}</b>
        </>
      )}
    />
  );
}

/** Vehicles sold, by the best-selling models; each day is in the table. */
export function SalesTile() {
  const { t, number } = useI18n();
  const linked = useCan()(sales.list.allow);
  const { organizationId } = use(TilesContext);
  const result = useTile(dash.sales);
  const days = result.data?.days ?? [];
  return (
    <Tile
      title={t('dash.sales')}
      door={
        linked
          ? {
              to: '/sale',
              search: { ...dealer(organizationId), state: 'sold', from: days[0]?.day, to: days.at(-1)?.day },
            }
          : null
      }
      result={result}
      head={({ total, before }) => (
        <>
          <Total text={number(total)} unit={t('dash.unit.vehicles', { n: total })} />
          <Difference now={total} before={before} unit={t('dash.unit.vehicles', { n: Math.abs(total - before) })} />
        </>
      )}
      chart={({ models }) =>
        models.length === 0 ? (
          <chakra.p textStyle="dense" color="ink2">
            {t('dash.noneSold')}
          </chakra.p>
        ) : (
          <Ranking
            label={t('dash.models')}
            rows={models.map(({ model, sold }) => ({
              key: model,
              name: model,
              value: sold,
              text: number(sold),
              unit: t('dash.unit.vehicles', { n: sold }),
            }))}
          />
        )
      }
      table={({ days, models, total }) => ({
        columns: [t('dash.dayOrModel'), t('dash.sold')],
        rows: [
          ...days.map((d) => [d.day, number(d.sold)]),
          [t('dash.total'), number(total)],
          ...models.map((m) => [m.model, number(m.sold)]),
        ],
      })}
    />
  );
}
