import type { ProposedTest, TestRun } from '@headland/contracts/diagnosis';
import { isMessageKey, type MessageKey } from './catalogue';

/** Who puts results of tests into words: texts, numbers, and what the catalogue of items says of an item. */
export interface DiagnosisFormatter {
  t: (key: MessageKey, values?: Record<string, string | number>) => string;
  /** null: a newer unit's, of which nothing is known */
  item: (id: string) => { name: string; unit: string; digits: number } | null;
  number: (value: number, digits: number) => string;
}
type Proof = TestRun['evidence'][number];

const known = (
  { t }: Pick<DiagnosisFormatter, 't'>,
  key: string,
  otherwise: string,
  values?: Record<string, string | number>,
): string => (isMessageKey(key) ? t(key, values) : otherwise);

export const testLabel = (s: Pick<DiagnosisFormatter, 't'>, id: string): string => known(s, `diagTest.${id}`, id);
export const testShows = (s: Pick<DiagnosisFormatter, 't'>, id: string): string => known(s, `diagShows.${id}`, '');
export const confirmLabel = (s: Pick<DiagnosisFormatter, 't'>, key: string): string =>
  known(s, `diagConfirm.${key}`, key);
export const promptLabel = (s: Pick<DiagnosisFormatter, 't'>, key: string): string =>
  known(s, `diagPrompt.${key}`, key);

/** A test by its name, a part as what to do with it. */
export function proposalLabel(s: Pick<DiagnosisFormatter, 't'>, id: string): string {
  if (!id.startsWith('replace:')) return testLabel(s, id);
  const part = id.slice('replace:'.length);
  return s.t('diagPart.replace', { part: known(s, `diagPart.${part}`, part) });
}

/** Why a test or a part is proposed. */
export function reasonForTestLabel(s: Pick<DiagnosisFormatter, 't'>, { id, because, of }: ProposedTest): string {
  if (because === 'fault') return s.t('tests.why.fault', { of });
  return id === of ? s.t('tests.why.again') : s.t(`tests.why.${because}`, { of: testLabel(s, of) });
}

/** Why something ended, with the item that it was about. A word of a newer unit is shown as it is. */
export function reasonLabel(
  s: Pick<DiagnosisFormatter, 't' | 'item'>,
  reason: string | null,
  item: string | null = null,
): string {
  if (reason === null) return '';
  const text = known(s, `diagReason.${reason}`, s.t('diagReason.unknown', { word: reason }));
  return item === null ? text : s.t('diagReason.about', { reason: text, item: s.item(item)?.name ?? item });
}

interface StepParts {
  op: string;
  cmd?: string | null | undefined;
  key?: string | undefined;
  value?: number | null | undefined;
  unit?: string | null | undefined;
}
export function stepLabel(s: DiagnosisFormatter, step: StepParts): string {
  if (step.op === 'prompt' && step.key !== undefined) return promptLabel(s, step.key);
  if (step.op !== 'cmd') return known(s, `diagStep.${step.op}`, step.op);
  const value = step.value === undefined || step.value === null ? '' : measure(s, step.value, step.unit ?? '', 0);
  return known(s, `diagStep.${step.cmd ?? ''}`, [step.cmd, value].filter(Boolean).join(' '), { value });
}

/** 01: as an engine's cylinders are called. */
export const cylinderText = (cylinder: number): string => String(cylinder).padStart(2, '0');

/** What was judged: the item, of which cylinder, and by what. */
export function verdictLabel(s: DiagnosisFormatter, e: Proof): string {
  if (e.eval === 'confirm') return confirmLabel(s, e.item ?? '');
  const item = e.item === null ? null : (s.item(e.item)?.name ?? e.item);
  const how = e.eval === 'range' && item !== null ? null : known(s, `diagEval.${e.eval}`, e.eval);
  const cylinder = e.cylinder === null ? null : s.t('diagEvidence.cylinder', { n: cylinderText(e.cylinder) });
  return [item, how, cylinder].filter((w) => w !== null).join(' · ');
}

/** What was found, with its unit; an answer of somebody on site as yes or no. */
export function measuredLabel(s: DiagnosisFormatter, e: Proof): string {
  if (e.eval === 'confirm') return e.ok === null ? '–' : s.t(e.ok ? 'diagEvidence.yes' : 'diagEvidence.no');
  return e.measured === null ? '–' : amount(s, e, e.measured);
}

/** What it was to be. */
export function limitLabel(s: DiagnosisFormatter, e: Proof): string {
  if (e.eval === 'confirm') return s.t('diagEvidence.yes');
  return rangeLabel(e.min, e.max, (value) => amount(s, e, value));
}

/** Within the limit, how it was missed, or that nothing was measured or answered. */
export function findingLabel(s: DiagnosisFormatter, e: Proof): string {
  if (e.ok === null)
    return s.t(e.eval === 'confirm' || e.eval === 'seen' ? 'diagEvidence.unanswered' : 'diagEvidence.unmeasured');
  return e.ok ? s.t('diagEvidence.within') : known(s, `diagSymptom.${e.symptom ?? 'fail'}`, s.t('diagSymptom.fail'));
}

export function rangeLabel(
  min: number | null | undefined,
  max: number | null | undefined,
  format: (value: number) => string,
): string {
  const [low, high] = [min ?? null, max ?? null];
  if (low !== null && high !== null) return low === high ? `= ${format(low)}` : `${format(low)} … ${format(high)}`;
  if (low !== null) return `≥ ${format(low)}`;
  return high === null ? '–' : `≤ ${format(high)}`;
}

/** Evidence about time is in seconds, about a share or a spread in %, else in its item's unit. */
function amount(s: DiagnosisFormatter, { eval: by, item }: Proof, value: number): string {
  if (by === 'rise' || by === 'decay') return measure(s, value, 's', 2);
  if (by === 'wait') return measure(s, value, 's', 0);
  if (by === 'inBand' || by === 'spread') return measure(s, value, '%', 1);
  const known = item === null ? null : s.item(item);
  return measure(s, value, known?.unit ?? '', known?.digits ?? 1);
}

/** Units as screens and reports show them: counts and flags have none, engine speed is in rpm. */
const shownUnits: Readonly<Record<string, string>> = { count: '', '0/1': '', '1/min': 'rpm' };
export const unitLabel = (unit: string): string => shownUnits[unit] ?? unit;
/** The heading of a curve or a column. */
export const headingLabel = (name: string, unit: string): string =>
  unitLabel(unit) === '' ? name : `${name} (${unitLabel(unit)})`;
export const measure = (s: Pick<DiagnosisFormatter, 'number'>, value: number, unit: string, digits: number): string =>
  `${s.number(value, digits)} ${unitLabel(unit)}`.trimEnd();
