import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import { dash } from '@headland/contracts/statistics';
import { severities } from '@headland/contracts/fault';
import { inDistanceUnit } from '@headland/domain/distance-unit';
import { fortnightBefore, shownDays } from '@headland/domain/statistics-days';
import { numberText } from '@headland/i18n/report-text';
import { CLOCK, type Clock } from '../../platform/clock';
import {
  type BoardFigure,
  type BoardPart,
  type BoardReader,
  ExportRegistry,
} from '../../platform/exports/export-registry';
import type { SheetColumn } from '../../platform/spreadsheet/sheet-xml';
import { DashFigures } from './dash-figures.reads';
import { DashReads } from './dash.reads';
import { scopeBelow } from './scope-below.reads';

type Data<K extends keyof typeof dash> = Reply<(typeof dash)[K]>;
const callTypes = ['rollover', 'collision', 'button'] as const;
const faultSteps = ['occurred', 'accepted', 'completed'] as const;
const stepTitles = {
  occurred: 'faultStatus.occurred',
  accepted: 'faultStatus.accepted',
  completed: 'fault.completed',
} as const;

/** The dashboard as a workbook or PDF: the same reads as on the screen, so that the figures are the same. */
@Injectable()
export class DashBoard {
  constructor(
    registry: ExportRegistry,
    @InjectDataSource() database: DataSource,
    reads: DashReads,
    figures: DashFigures,
    @Inject(CLOCK) clock: Clock,
  ) {
    registry.registerBoard({
      list: 'dash',
      file: 'dash',
      title: 'screen.dash',
      endpoint: dash.now,
      open: async ({ organizationId }, caller) => {
        const scope = await scopeBelow(database, caller.scope, organizationId);
        const { timeZone } = caller;
        const week = fortnightBefore(clock().getTime(), timeZone).slice(shownDays);
        return {
          about: ({ t }) => `${t('dash.week')} ${week[0]?.day} – ${week.at(-1)?.day}`,
          parts: async (reader) => {
            const [now, faults, sos, engines, members, sales, mileage] = await Promise.all([
              reads.now(scope),
              figures.faults(scope, timeZone),
              reads.sos(scope, timeZone),
              figures.engines(scope, timeZone),
              reads.members(scope, timeZone),
              reads.sales(scope, timeZone),
              figures.mileage(scope, caller),
            ]);
            return [
              nowPart(now, reader),
              faultsPart(faults, reader),
              sosPart(sos, reader),
              enginesPart(engines, reader),
              membersPart(members, reader),
              salesPart(sales, reader),
              mileagePart(mileage, reader),
            ];
          },
        };
      },
    });
  }
}

function nowPart(now: Data<'now'>, { t, language }: BoardReader): BoardPart {
  const n = (value: number): string => numberText(language, value);
  const openFaults = severities.reduce((sum, severity) => sum + now.faultsOpen[severity], 0);
  return {
    title: t('dash.strip'),
    columns: [textColumn(t('dash.item'), 40), numberColumn(t('dash.count')), textColumn(t('dash.remark'), 30)],
    rows: [
      [t('dash.sosRaised'), now.sosRaised, null],
      [t('dash.sosOpen'), now.sosOpen, t('dash.sosOpenUnder', { n: n(Math.max(0, now.sosOpen - now.sosRaised)) })],
      ...severities.map((severity, i) => [
        `${t('dash.faultsOccurred')} · ${t(`severity.${severity}`)}`,
        now.faultsOccurred[severity],
        i === 0 ? t('dash.faultsOpen', { n: openFaults }) : null,
      ]),
      [`${t('dash.connection')} · ${t('dash.engineIsOn')}`, now.engineOn, t('dash.vehicles', { n: n(now.vehicles) })],
      [`${t('dash.connection')} · ${t('vehicle.online')}`, now.online, null],
      [`${t('dash.connection')} · ${t('state.offline')}`, now.offline, null],
      [t('dash.transfers'), now.transfersAwaiting, null],
      [t('dash.consumables'), now.consumablesExceeded, t('dash.imminent', { n: n(now.consumablesImminent) })],
    ],
  };
}

function faultsPart({ days, total, before, codes, counting }: Data<'faults'>, reader: BoardReader): BoardPart {
  const { t, language } = reader;
  return {
    title: t('dash.faults'),
    figure: figureOf(total.occurred, before.occurred, 'dash.unit.reports', reader),
    columns: [dayColumn(reader), ...faultSteps.map((step) => numberColumn(t(stepTitles[step])))],
    rows: days.map((d) => [d.day, ...faultSteps.map((step) => d[step])]),
    totals: [t('dash.total'), ...faultSteps.map((step) => total[step])],
    moreTitle: t('dash.codes'),
    more: codes.map(({ code, name, count }) => figure(`${code} ${name[language]}`, count, reader)),
    chart: {
      kind: 'days',
      grouped: true,
      labels: dayLabels(days),
      series: faultSteps.map((step) => ({ name: t(stepTitles[step]), values: days.map((d) => d[step]) })),
    },
    ...countingNote(counting, reader),
  };
}

function sosPart(data: Data<'sos'>, reader: BoardReader): BoardPart {
  const { t } = reader;
  const { days, total, before } = data;
  const calls = callTypes.reduce((sum, type) => sum + total[type], 0);
  return {
    title: t('dash.sos'),
    figure: figureOf(calls, before, 'dash.unit.calls', reader),
    columns: [dayColumn(reader), ...callTypes.map((type) => numberColumn(t(`sosType.${type}`)))],
    rows: days.map((d) => [d.day, ...callTypes.map((type) => d[type])]),
    totals: [t('dash.total'), ...callTypes.map((type) => total[type])],
    more: [
      seconds(t('dash.medianAcknowledge'), data.medianAcknowledgeSeconds, reader),
      seconds(t('dash.medianToResolve'), data.medianResolveSeconds, reader),
      figure(t('sosStatus.resolved'), data.resolved, reader),
      figure(t('sosStatus.falseAlarm'), data.falseAlarms, reader),
    ],
    chart: {
      kind: 'days',
      labels: dayLabels(days),
      series: callTypes.map((type) => ({ name: t(`sosType.${type}`), values: days.map((d) => d[type]) })),
    },
  };
}

function enginesPart({ days, before, counting }: Data<'engines'>, reader: BoardReader): BoardPart {
  const { t } = reader;
  const off = ({ on, vehicles }: (typeof days)[number]): number | null =>
    on === null || vehicles === null ? null : Math.max(0, vehicles - on);
  const last = days.at(-1);
  return {
    title: t('dash.engines'),
    figure: figureOf(last?.on ?? null, before, 'dash.unit.vehiclesOn', reader, { day: (last?.day ?? '').slice(5) }),
    columns: [dayColumn(reader), numberColumn(t('dash.on')), numberColumn(t('dash.off'))],
    rows: days.map((d) => [d.day, d.on, off(d)]),
    chart: {
      kind: 'days',
      labels: dayLabels(days),
      series: [
        { name: t('dash.on'), values: days.map((d) => d.on) },
        { name: t('dash.off'), values: days.map(off) },
      ],
    },
    ...countingNote(counting, reader),
  };
}

function membersPart({ days, joined, withdrawn, before, registered }: Data<'members'>, reader: BoardReader): BoardPart {
  const { t } = reader;
  return {
    title: t('dash.members'),
    figure: figureOf(joined, before, 'dash.unit.people', reader),
    columns: [dayColumn(reader), numberColumn(t('dash.joined')), numberColumn(t('dash.withdrawn'))],
    rows: days.map((d) => [d.day, d.joined, d.withdrawn]),
    totals: [t('dash.total'), joined, withdrawn],
    more: [figure(t('dash.registered'), registered, reader)],
    chart: {
      kind: 'days',
      labels: dayLabels(days),
      series: [{ name: t('dash.joined'), values: days.map((d) => d.joined) }],
    },
  };
}

function salesPart({ days, total, before, models }: Data<'sales'>, reader: BoardReader): BoardPart {
  const { t } = reader;
  return {
    title: t('dash.sales'),
    figure: figureOf(total, before, 'dash.unit.vehicles', reader),
    columns: [dayColumn(reader), numberColumn(t('dash.sold'))],
    rows: days.map((d) => [d.day, d.sold]),
    totals: [t('dash.total'), total],
    moreTitle: t('dash.models'),
    more: models.map(({ model, sold }) => figure(model, sold, reader)),
    chart: {
      kind: 'days',
      labels: dayLabels(days),
      series: [{ name: t('dash.sold'), values: days.map((d) => d.sold) }],
    },
  };
}

function mileagePart({ km, before, vehicles, counting }: Data<'mileage'>, reader: BoardReader): BoardPart {
  const { t, units, language } = reader;
  const shown = (km: number): number => inDistanceUnit(km, units);
  const [now, then] = [km, before].map((value) => (value === null ? null : Number(shown(value).toFixed(1))));
  const unit = t(`unit.${units}`);
  const difference = now == null || then == null ? null : Number((now - then).toFixed(1));
  const amount = `${numberText(language, Math.abs(difference ?? 0), 1)} ${unit}`;
  return {
    title: t('dash.mileage'),
    figure: {
      value: numberText(language, now ?? null, 1),
      note: [...(now == null ? [] : [unit]), ...comparison(difference, amount, reader)].join(' · '),
    },
    columns: [
      textColumn(t('dash.vin'), 22),
      textColumn(t('dash.model'), 16),
      numberColumn(unit, 1),
      numberColumn(t('dash.engineHours'), 1),
    ],
    rows: vehicles.map((v) => [v.vin, v.model, shown(v.km), v.hours]),
    ...countingNote(counting, reader),
  };
}

type Unit = `dash.unit.${'reports' | 'calls' | 'people' | 'vehicles' | 'vehiclesOn'}`;
/** The figure of a tile with its unit, and its difference to the seven days before. */
function figureOf(
  now: number | null,
  before: number | null,
  unit: Unit,
  reader: BoardReader,
  values: Record<string, string> = {},
): NonNullable<BoardPart['figure']> {
  const { t, language } = reader;
  const difference = now === null || before === null ? null : now - before;
  const by = Math.abs(difference ?? 0);
  const plain = unit === 'dash.unit.vehiclesOn' ? 'dash.unit.vehicles' : unit;
  const amount = `${numberText(language, by)} ${t(plain, { n: by })}`;
  return {
    value: numberText(language, now),
    note: [t(unit, { n: now ?? 0, ...values }), ...comparison(difference, amount, reader)].join(' · '),
  };
}

const comparison = (difference: number | null, amount: string, { t }: BoardReader): string[] =>
  difference === null
    ? []
    : [t(difference === 0 ? 'dash.same' : difference > 0 ? 'dash.more' : 'dash.less', { amount })];

const figure = (label: string, value: number, { language }: BoardReader): BoardFigure => ({
  label,
  value,
  text: numberText(language, value),
});

/** A number of seconds in a workbook, words on paper. */
function seconds(label: string, value: number | null, { t }: BoardReader): BoardFigure {
  const whole = value === null ? null : Math.round(value);
  const minutes = Math.floor((whole ?? 0) / 60);
  const text =
    whole === null
      ? '–'
      : whole < 60
        ? t('age.seconds', { n: whole })
        : minutes < 60
          ? t('age.minutes', { n: minutes })
          : t('age.hoursMinutes', { h: Math.floor(minutes / 60), m: minutes % 60 });
  return { label, unit: 's', value: whole, text };
}

const textColumn = (header: string, width: number): SheetColumn => ({ header, kind: 'text', width });
const numberColumn = (header: string, decimals = 0): SheetColumn => ({ header, kind: 'number', decimals, width: 16 });
/** As text, since the last row is named in it. */
const dayColumn = ({ t }: BoardReader): SheetColumn => ({ header: t('dash.day'), kind: 'text', width: 22 });
const dayLabels = (days: readonly { day: string }[]): string[] => days.map(({ day }) => day.slice(5));
const countingNote = (counting: boolean, { t }: BoardReader): Pick<BoardPart, 'note'> =>
  counting ? { note: t('dash.stillCounting') } : {};
