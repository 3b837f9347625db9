import type { DriveDay, DriveVehicle } from '@headland/contracts/drive-data';
import { List } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { shiftDay } from '../../lib/calendar';
import { IconButton } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Bars, Legend, type Series } from '../dash/bars';
import { DataTable } from '../dash/tile';

const hourMs = 3_600_000;
const states = ['work', 'drive', 'idle'] as const;

/** Hours and fuel by day, each as bars or as a table. */
export function DayCharts({ data: { from, to, days } }: { data: DriveVehicle }) {
  const { t } = useI18n();
  const all: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) all.push(day);
  const of = new Map(days.map((d) => [d.day, d]));
  const values = (value: (day: DriveDay) => number | null) =>
    all.map((day) => {
      const found = of.get(day);
      const known = found === undefined ? null : value(found);
      return known === null ? null : Math.round(known * 10) / 10;
    });
  return (
    <>
      <Chart
        title={t('driveData.hoursChart')}
        days={all}
        series={states.map((state) => ({
          key: state,
          name: t(`driveData.${state}`),
          values: values((d) => d[`${state}Ms`] / hourMs),
        }))}
      />
      <Chart
        title={t('driveData.fuelChart')}
        days={all}
        series={[{ key: 'fuel', name: t('driveData.fuel'), values: values((d) => d.fuelL) }]}
      />
    </>
  );
}

function Chart({ title, days, series }: { title: string; days: readonly string[]; series: readonly Series[] }) {
  const { t, number } = useI18n();
  const [asTable, setAsTable] = useState(false);
  const sum = (values: Series['values']): number => values.reduce<number>((a, b) => a + (b ?? 0), 0);
  return (
    <DetailCard
      title={title}
      actions={
        <IconButton
          label={t(asTable ? 'driveData.asChart' : 'driveData.asTable', { title })}
          icon={<List size={16} aria-hidden />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
      }
    >
      {asTable ? (
        <DataTable
          caption={title}
          columns={[t('driveData.day'), ...series.map((s) => s.name)]}
          rows={days.map((day, i) => [day, ...series.map((s) => number(s.values[i], 1))])}
        />
      ) : (
        <>
          <Bars
            label={t('driveData.chartOf', { title })}
            days={days}
            series={series}
            weekdays={days.length <= 7}
            missing={t('driveData.noDay')}
          />
          {series.length > 1 && (
            <Legend
              items={series.map((s) => ({ key: s.key, name: s.name, value: Math.round(sum(s.values) * 10) / 10 }))}
            />
          )}
        </>
      )}
    </DetailCard>
  );
}
