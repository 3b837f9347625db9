import { chakra } from '@chakra-ui/react';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { dash } from '@headland/contracts/statistics';
import { Link } from '@tanstack/react-router';
import { Fragment, use } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Bars, Legend } from './bars';
import { Difference, Tile, TilesContext, Total, useTile } from './tile';
import { momentsOf } from './week';

const shownStatuses = ['occurred', 'accepted', 'completed'] as const;
const statusLabel = {
  occurred: 'faultStatus.occurred',
  accepted: 'faultStatus.accepted',
  completed: 'fault.completed',
} as const;
const types = ['rollover', 'collision', 'button'] as const;
/** The organization of a tile, as the lists name it. */
const agency = (id: number | undefined): { agencyId: string | undefined } => ({
  agencyId: id === undefined ? undefined : String(id),
});

/** Fault reports per day, by what happened. */
export function FaultsTile() {
  const { t, number, of } = useI18n();
  const linked = useCan()(faults.list.allow);
  const { organizationId } = use(TilesContext);
  const result = useTile(dash.faults);
  // reports count for the dealer of the machine, whoever was given them since
  const dealerId = organizationId === undefined ? undefined : String(organizationId);
  const search = { tab: 'all', dealerId, ...momentsOf(result.data?.days ?? []) };
  return (
    <Tile
      title={t('dash.faults')}
      door={linked ? { to: '/breakdown', search } : null}
      result={result}
      head={({ total, before }) => (
        <>
          <Total text={number(total.occurred)} unit={t('dash.unit.reports', { n: total.occurred })} />
          <Difference
            now={total.occurred}
            before={before.occurred}
            unit={t('dash.unit.reports', { n: Math.abs(total.occurred - before.occurred) })}
          />
        </>
      )}
      chart={({ days, total }) => (
        <>
          <Bars
            label={t('dash.chartOf', { title: t('dash.faults') })}
            days={days.map((d) => d.day)}
            // a report may be accepted and completed on other days than its own: the three have no sum
            grouped
            series={shownStatuses.map((key) => ({ key, name: t(statusLabel[key]), values: days.map((d) => d[key]) }))}
          />
          <Legend items={shownStatuses.map((key) => ({ key, name: t(statusLabel[key]), value: total[key] }))} />
        </>
      )}
      table={({ days, total }) => ({
        columns: [t('dash.day'), ...shownStatuses.map((key) => t(statusLabel[key]))],
        rows: [
          ...days.map((d) => [d.day, ...shownStatuses.map((key) => number(d[key]))]),
          [t('dash.total'), ...shownStatuses.map((key) => number(total[key]))],
        ],
      })}
      foot={({ codes }) =>
        codes.length === 0
          ? t('dash.noFaultsWeek')
          : [
              t('dash.codes'),
              ...codes.map(({ code, count, name }, i) => (
                <Fragment key={code}>
                  {i > 0 && ' ·'}{' '}
                  <chakra.span title={of(name)}>
                    {linked ? (
                      <Link to="/breakdown" search={{ ...search, code }}>
                        <b>{code}</b>
                      </Link>
                    ) : (
                      <b>{code}</b>
                    )}{' '}
                    {number(count)}
                  </chakra.span>
                </Fragment>
              )),
            ]
      }
    />
  );
}

/** SOS per day, and the time to acknowledgement. */
export function SosTile() {
  const { t, number, age } = useI18n();
  const linked = useCan()(sosAlerts.list.allow);
  const { organizationId } = use(TilesContext);
  const result = useTile(dash.sos);
  const took = (seconds: number | null, style: 'clock' | 'words'): string =>
    seconds === null ? '–' : age(seconds * 1000, style);
  return (
    <Tile
      title={t('dash.sos')}
      door={
        linked
          ? { to: '/sos', search: { tab: 'all', ...agency(organizationId), ...momentsOf(result.data?.days ?? []) } }
          : null
      }
      result={result}
      head={({ total, before }) => {
        const alerts = total.button + total.rollover + total.collision;
        return (
          <>
            <Total text={number(alerts)} unit={t('dash.unit.calls', { n: alerts })} />
            <Difference now={alerts} before={before} unit={t('dash.unit.calls', { n: Math.abs(alerts - before) })} />
          </>
        );
      }}
      chart={({ days, total }) => (
        <>
          <Bars
            label={t('dash.chartOf', { title: t('dash.sos') })}
            days={days.map((d) => d.day)}
            series={types.map((key) => ({ key, name: t(`sosType.${key}`), values: days.map((d) => d[key]) }))}
          />
          <Legend items={types.map((key) => ({ key, name: t(`sosType.${key}`), value: total[key] }))} />
        </>
      )}
      table={({ days, total }) => ({
        columns: [t('dash.day'), ...types.map((key) => t(`sosType.${key}`))],
        rows: [
          ...days.map((d) => [d.day, ...types.map((key) => number(d[key]))]),
          [t('dash.total'), ...types.map((key) => number(total[key]))],
        ],
      })}
      foot={({ resolved, falseAlarms, medianAcknowledgeSeconds, medianResolveSeconds }) => (
        <>
          {t('dash.medianAcknowledge')} <b>{took(medianAcknowledgeSeconds, 'clock')}</b> · {t('dash.medianResolve')}{' '}
          <b>{took(medianResolveSeconds, 'words')}</b> · {t('sosStatus.resolved')} <b>{number(resolved)}</b> ·{' '}
          {t('sosStatus.falseAlarm')} <b>{number(falseAlarms)}</b>
        </>
      )}
    />
  );
}
