import type { HistoryEntry, SessionView, TestRun } from '@headland/contracts/diagnosis';
import type { RemoteResults } from '@headland/contracts/remote-results';
import { limitLabel, measuredLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { flashReasonLabel } from '@headland/i18n/flash-labels';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { aboutSection, codesTable, engineSection, momentIn, none, type Reader, reportOf } from './report-sections';

/**
 * A whole session as a PDF: its tests with their deciding limits, codes, recordings, and the program sent afterwards.
 */
export function sessionReport(entry: HistoryEntry, view: SessionView, results: RemoteResults, reader: Reader): Report {
  const { t } = reader.formatter;
  const { result, errorMsg, dmInfo, reprogramMsg, accOff } = results;
  const keyOff: [string, string][] = accOff.off
    ? [
        [
          t('serviceReport.keyOff'),
          accOff.test === null ? t('diagEvidence.yes') : testLabel(reader.formatter, accOff.test),
        ],
      ]
    : [];
  return reportOf(
    entry,
    result === null ? null : t(`diagResult.${result}`),
    [
      aboutSection(entry, reader, keyOff),
      testsSection(view.tests, reader),
      ...(errorMsg.readAt === null
        ? []
        : [
            codesTable(t('serviceHistory.stored'), errorMsg.stored, reader),
            codesTable(t('serviceHistory.pending'), errorMsg.pending, reader),
          ]),
      ...(errorMsg.cleared.length === 0
        ? []
        : [{ heading: t('serviceHistory.cleared'), text: errorMsg.cleared.join(', ') }]),
      ...recordingsSection(dmInfo, reader),
      ...programSection(reprogramMsg, reader),
      ...engineSection(entry.info, reader),
    ],
    reader,
  );
}

function testsSection(tests: readonly TestRun[], reader: Reader): Section {
  const { formatter } = reader;
  const { t } = formatter;
  const moment = momentIn(reader);
  if (tests.length === 0) return { heading: t('serviceReport.tests'), text: t('serviceHistory.nothing') };
  return {
    heading: t('serviceReport.tests'),
    table: {
      head: [
        t('serviceHistory.start'),
        t('serviceHistory.test'),
        t('serviceHistory.result'),
        t('serviceHistory.measured'),
        t('serviceHistory.limit'),
      ],
      widths: [92, '*', 60, 80, 90],
      rows: tests.map((run) => {
        const decisive =
          run.evidence.find((e) => e.ok === false) ?? run.evidence.find((e) => e.ok === null) ?? run.evidence[0];
        const result = run.state === 'fail' ? 'aborted' : run.verdict;
        return [
          moment(run.startedAt),
          testLabel(formatter, run.test),
          result === null ? t(`diagState.${run.state}`) : t(`diagResult.${result}`),
          decisive === undefined ? none : measuredLabel(formatter, decisive),
          decisive === undefined ? none : limitLabel(formatter, decisive),
        ];
      }),
    },
  };
}

function recordingsSection(list: RemoteResults['dmInfo'], reader: Reader): Section[] {
  const { t, item, number } = reader.formatter;
  const moment = momentIn(reader);
  if (list.length === 0) return [];
  const head = [
    t('serviceHistory.start'),
    t('serviceHistory.items'),
    t('serviceHistory.every'),
    t('serviceHistory.rows'),
  ];
  const rows = list.map((r) => [
    moment(r.startedAt),
    r.items.map((id) => item(id)?.name ?? id).join(', '),
    `${number(r.period / 1000, 1)} s`,
    number(r.rows, 0),
  ]);
  return [{ heading: t('remote.recordings'), table: { head, rows, widths: [92, '*', 46, 60] } }];
}

function programSection(program: RemoteResults['reprogramMsg'], reader: Reader): Section[] {
  const { t } = reader.formatter;
  if (program === null) return [];
  const { target, version, state, reason, runningVersion, at } = program;
  return [
    {
      heading: t('serviceHistory.service.reProgram'),
      values: [
        [t('reprogram.start'), momentIn(reader)(at)],
        [t('reprogram.target'), target.toUpperCase()],
        [t('reprogram.toVersion'), version],
        [t('reprogram.result'), t(`flashState.${state}`)],
        [t('reprogram.runningVersion'), runningVersion ?? none],
        [t('reprogram.reason'), reason === null ? none : flashReasonLabel(t, reason)],
      ],
    },
  ];
}
