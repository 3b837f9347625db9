import { flashBatteryV } from '@headland/domain/reprogram/offer';
import type { FlashLog, FlashRun } from '@headland/contracts/reprogram';
import { flashReasonLabel, programSourceLabel } from '@headland/i18n/flash-labels';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { momentIn, none, type Reader } from '../remote-diagnosis/report-sections';

/**
 * A program transfer as a PDF: the program, the machine's data, every step, and the version reported by the controller.
 */
export function flashReport(
  run: FlashRun,
  log: FlashLog,
  vehicle: { vin: string; model: string },
  reader: Reader,
): Report {
  const { t, number } = reader.formatter;
  const moment = momentIn(reader);
  const { file } = run;
  const state = t(`flashState.${run.state}`);
  return {
    title: `${t('serviceReport.program')}: ${file.target.toUpperCase()} ${file.version}`,
    subtitle: `${vehicle.model} · ${vehicle.vin} · ${state}`,
    sections: [
      {
        heading: t('reprogram.result'),
        values: [
          [t('reprogram.result'), state],
          [t('reprogram.reason'), run.reason === null ? none : flashReasonLabel(t, run.reason)],
          [t('reprogram.start'), moment(run.offeredAt)],
          [t('serviceHistory.end'), moment(run.endedAt)],
          [t('reprogram.fromVersion'), run.fromVersion ?? none],
          [t('reprogram.toVersion'), file.version],
          [t('reprogram.runningVersion'), run.runningVersion ?? none],
          [t('reprogram.pauses'), number(run.pauses, 0)],
          [t('reprogram.blocks'), `${number(run.blocksThere, 0)} / ${number(run.blocks, 0)}`],
          [t('reprogram.by'), `${run.by}, ${run.organization}`],
        ],
        ...(run.rolledBack ? { text: t('reprogram.rolledBack') } : {}),
      },
      {
        heading: t('reprogram.file'),
        values: [
          [t('reprogram.name'), file.name],
          [t('reprogram.target'), file.target.toUpperCase()],
          [t('reprogram.variant'), file.variant],
          [t('reprogram.calibration'), file.calibration],
          [t('reprogram.source'), programSourceLabel(t, file)],
          [t('reprogram.uploadedBy'), file.uploadedBy],
          [t('reprogram.uploadedAt'), moment(file.uploadedAt)],
        ],
      },
      { heading: t('reprogram.sha256'), text: file.sha256 },
      ...preflightSection(log, reader),
      {
        heading: t('reprogram.log'),
        table: {
          head: [t('serviceReport.at'), t('reprogram.result'), t('reprogram.reason'), t('reprogram.by')],
          widths: [100, 110, '*', 90],
          rows: log.steps.map((s) => [
            moment(s.at),
            stateLabel(t, s.state),
            s.reason === null ? none : flashReasonLabel(t, s.reason),
            s.by ?? none,
          ]),
        },
      },
    ],
    footer: t('serviceReport.footer', {
      kind: t('serviceReport.program'),
      id: run.id,
      at: moment(reader.now.toISOString()),
      zone: reader.timeZone,
    }),
    madeAt: reader.now,
  };
}

const stateLabel = (t: Reader['formatter']['t'], state: string): string =>
  t(`flashState.${state as FlashRun['state']}`);

function preflightSection({ preflight }: FlashLog, { formatter: { t, number } }: Reader): Section[] {
  if (preflight === null) return [];
  const formatValue = (value: string | number | null): string =>
    value === null ? '' : typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : 1) : value;
  return [
    {
      heading: t('reprogram.preflightThen'),
      table: {
        head: [t('reprogram.step.preflight'), t('serviceHistory.measured'), t('reprogram.result')],
        widths: ['*', 120, 90],
        rows: preflight.checks.map(({ check, ok, value }) => [
          t(`preflight.${check}`, { least: flashBatteryV }),
          formatValue(value) || none,
          t(ok === null ? 'reprogram.unknown' : ok ? 'reprogram.ok' : 'reprogram.notOk'),
        ]),
      },
    },
  ];
}
