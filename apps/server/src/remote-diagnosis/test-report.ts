import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type EngineInfo, engineInfoFields } from '@headland/contracts/device/diagnosis';
import { entryOf, type HistoryEntry } from '@headland/contracts/diagnosis';
import type { Streamed } from '@headland/contracts/endpoint';
import { curveDrawing, curveOf, type MeasuredPart } from '@headland/domain/diagnosis/curve';
import {
  confirmWord,
  type DiagnosisSpeaker,
  foundWord,
  judgedWord,
  limitWord,
  measure,
  measuredWord,
  proposalWord,
  reasonWord,
  testWord,
} from '@headland/i18n/diagnosis-words';
import { CLOCK, type Clock } from '../platform/clock';
import { InTurn } from '../platform/in-turn';
import { makePdf, type Section, type Sheet } from '../platform/pdf/make-pdf';
import { Problem } from '../platform/problem';
import type { Caller } from '../platform/who';
import { stampIn } from './csv';
import { speakerOf } from './diagnosis-speaker';
import { HistoryReads } from './history.reads';
import { SessionReads } from './session.reads';

/** The report of a test on paper: what was run on which machine, what it measured, what it was judged by. */
@Injectable()
export class TestReports {
  /** Setting the type keeps a processor busy: one sheet at a time */
  private readonly inTurn = new InTurn(1);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly history: HistoryReads,
    private readonly sessions: SessionReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async make(testId: number, who: Caller): Promise<Streamed> {
    const [of] = await this.database.query<{ vehicle_id: number }[]>('SELECT vehicle_id FROM diagnosis_test WHERE id = $1', [testId]);
    if (of === undefined) throw new Problem('NOT_FOUND');
    const [entry, { parts }] = await Promise.all([this.history.entry(of.vehicle_id, entryOf('test', testId), who), this.sessions.curve(testId, who)]);
    const sheet = reportSheet(entry, parts, { speaker: speakerOf(who.language), timeZone: who.timeZone, now: this.now() });
    const bytes = await this.inTurn.run(() => makePdf(sheet));
    return { name: `${entry.row.test ?? 'test'}_${entry.vehicle.vin}_${testId}.pdf`, bytes };
  }
}

const none = '–';

/** Numbers, words and times of one reader. */
export function reportSheet(
  { row, vehicle, info, test }: HistoryEntry,
  parts: readonly MeasuredPart[],
  { speaker, timeZone, now }: { speaker: DiagnosisSpeaker; timeZone: string; now: Date },
): Sheet {
  if (test === null) throw new Error('a report is of a test');
  const { t, item, number } = speaker;
  const { run, as } = test;
  const stamp = stampIn(timeZone);
  const moment = (iso: string | null): string => (iso === null ? none : stamp(Date.parse(iso)).slice(0, 19));
  const result = row.result === null ? t(`diagState.${run.state}`) : t(`diagResult.${row.result}`);
  return {
    title: `${t('testReport.title')}: ${testWord(speaker, run.test)}`,
    subtitle: `${vehicle.model} · ${vehicle.vin} · ${result}`,
    sections: [
      {
        heading: t('testReport.about'),
        values: [
          [t('serviceHistory.test'), `${testWord(speaker, run.test)} (${as.unit})`],
          [t('serviceHistory.result'), result],
          [t('serviceHistory.start'), moment(run.startedAt)],
          [t('serviceHistory.end'), moment(run.endedAt)],
          [t('serviceHistory.by'), run.by],
          [t('serviceHistory.organization'), row.organization],
          [t('serviceHistory.session'), String(run.sessionId)],
          [t('serviceHistory.reason'), reasonWord(speaker, run.reason, run.item) || none],
        ],
        text: t('tests.version', { n: run.catalogueVersion }),
      },
      {
        heading: t('tests.evidence'),
        table: {
          head: [t('tests.judgedAs'), t('tests.measured'), t('tests.limit'), t('tests.verdict')],
          widths: ['*', 90, 110, 90],
          rows: run.evidence.map((e) => [judgedWord(speaker, e), measuredWord(speaker, e), limitWord(speaker, e), foundWord(speaker, e)]),
        },
      },
      ...(run.next.length === 0 ? [] : [{ heading: t('tests.next'), text: run.next.map((id) => proposalWord(speaker, id)).join('\n') }]),
      ...as.signals.flatMap((signal): Section[] => {
        const points = curveOf(parts, signal.item);
        const drawing = curveDrawing(points, signal.band, (v) => number(v, item(signal.item)?.digits ?? 1), 'Pretendard');
        if (drawing === null) return [];
        const seconds = number((points.at(-1)?.[0] ?? 0) / 1000, 0);
        return [{ heading: `${item(signal.item)?.name ?? signal.item} (${signal.unit})`, text: t('testReport.curveText', { s: seconds }), drawing }];
      }),
      ...(as.confirmed.length === 0 ? [] : [{ heading: t('testReport.confirmed'), text: as.confirmed.map((key) => `✓ ${confirmWord(speaker, key)}`).join('\n') }]),
      { heading: t('testReport.values'), values: Object.entries(run.values).flatMap(([id, value]) => valueRow(speaker, id, value)) },
      ...(info === null ? [] : [{ heading: t('serviceHistory.engineThen'), values: engineRows(info) }]),
    ],
    footer: t('testReport.footer', { id: run.id, at: stamp(now.getTime()).slice(0, 19), zone: timeZone }),
    madeAt: now,
  };
}

function valueRow(s: DiagnosisSpeaker, id: string, value: HistoryEntry['row']['codes'] | number | string | null | (number | string | null)[]): [string, string][] {
  const known = s.item(id);
  const say = (v: number | string | null): string => (v === null ? none : typeof v === 'string' ? v : measure(s, v, known?.unit ?? '', known?.digits ?? 2));
  return [[known?.name ?? id, Array.isArray(value) ? value.map((v, i) => `${i + 1}: ${say(v)}`).join(', ') : say(value)]];
}

/** Under the names that the units give them. */
const engineRows = (info: EngineInfo): [string, string][] => engineInfoFields.flatMap((field) => (info[field] === undefined ? [] : [[field, String(info[field])]]));
