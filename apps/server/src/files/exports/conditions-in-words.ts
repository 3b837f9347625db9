import { datePairs } from '@headland/contracts/date-pair';
import { type DistanceUnit, inDistanceUnit } from '@headland/domain/distance-unit';
import { isMessageKey } from '@headland/i18n/catalogue';
import { type FilterWord, filterWord } from '@headland/i18n/filter-words';
import { numberText } from '@headland/i18n/report-text';
import type { Tx } from '../../platform/database/rows';
import type { ExportContext, ListToExport } from '../../platform/exports/export-registry';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import { inScope, type Scope } from '../../platform/caller';

/** Who reads it, and what may be looked up for them. */
export interface Reader extends ExportContext {
  units: DistanceUnit;
  scope: Scope;
}

/**
 * The parsed filter of a list as a person would say it, `제목: 값`: the defaults of the list included, what leaves nothing
 * out not. The name of an organization or vehicle is looked up within the reader's scope; out of it stays its number.
 */
export async function conditionsInWords(
  tx: Tx,
  { list, endpoint }: Pick<ListToExport, 'list' | 'endpoint'>,
  filter: Record<string, unknown>,
  reader: Reader,
): Promise<string[]> {
  const texts: string[] = [];
  for (const [name, value] of Object.entries(inOrder(endpoint.query, filter))) {
    const ends = rangeOf(name, filter);
    if (ends === 'said') continue;
    const word = filterWord(list, ends?.start ?? name);
    if (word === null || word === undefined || (ends === null && isNothing(value))) continue;
    const title = reader.t(word.title);
    if (word.bare) {
      if (value !== false && value !== 'occurred') texts.push(title);
    } else if (ends !== null) texts.push(`${title}: ${rangeText(ends, word, reader)}`);
    else {
      const words = [];
      for (const one of [value].flat()) words.push(await valueText(tx, word, one, reader));
      texts.push(`${title}: ${words.join(', ')}`);
    }
  }
  return texts;
}

/** Dates first: they are what is asked for first. */
function inOrder(schema: ListToExport['endpoint']['query'], filter: Record<string, unknown>): Record<string, unknown> {
  const dates = datePairs(schema).flatMap(({ from, to }) => [from, to]);
  const first = Object.fromEntries(dates.filter((name) => name in filter).map((name) => [name, filter[name]]));
  return { ...first, ...filter };
}

interface Range {
  start: string;
  from: unknown;
  to: unknown;
}
/** Two ends are said once: by the start, or by the end where there is no start. */
function rangeOf(name: string, filter: Record<string, unknown>): Range | 'said' | null {
  const [whole, stem] = /^(?:from|to|(.+)(?:From|To))$/u.exec(name) ?? [];
  if (whole === undefined) return null;
  const [start, stop] = stem === undefined ? ['from', 'to'] : [`${stem}From`, `${stem}To`];
  const { [start]: from, [stop]: to } = filter;
  if (isNothing(from) && isNothing(to)) return 'said';
  if (name === stop && !isNothing(from)) return 'said';
  return { start, from, to };
}

function rangeText({ from, to }: Range, word: FilterWord, reader: Reader): string {
  const whole = [from, to].every((end) => typeof end === 'string' || isNothing(end));
  const days = whole ? wholeDays(from, to, reader.timeZone) : null;
  const text = (end: unknown): string =>
    isNothing(end) ? '' : typeof end === 'number' ? distance(end, word, reader) : momentOrDay(String(end), reader);
  const [first, last] = days ?? [text(from), text(to)];
  return first === last ? first : `${first} – ${last}`.trim();
}

/** Moments that are the ends of days are said as days. */
function wholeDays(from: unknown, to: unknown, timeZone: string): [string, string] | null {
  const clock = wallClock(timeZone);
  const read = (end: unknown): string | null =>
    isNothing(end) ? null : String(end).includes('T') ? new Date(clock(Date.parse(String(end)))).toISOString() : '';
  const [first, last] = [read(from), read(to)];
  if (first === '' || last === '') return null;
  if (first !== null && !first.endsWith('T00:00:00.000Z')) return null;
  if (last !== null && !last.endsWith('T23:59:59.999Z')) return null;
  return [first?.slice(0, 10) ?? '', last?.slice(0, 10) ?? ''];
}

function momentOrDay(text: string, { timeZone }: Reader): string {
  if (!text.includes('T')) return text;
  return new Date(wallClock(timeZone)(Date.parse(text))).toISOString().slice(0, 16).replace('T', ' ');
}

const distance = (value: number, word: FilterWord, { units, language, t }: Reader): string =>
  word.distance
    ? `${numberText(language, inDistanceUnit(value, units))} ${t(`unit.${units}`)}`
    : numberText(language, value);

async function valueText(tx: Tx, word: FilterWord, value: unknown, reader: Reader): Promise<string> {
  const { t } = reader;
  const text = String(value);
  const key = word.word?.[text] ?? `${word.words ?? ''}.${text}`;
  if (isMessageKey(key)) return t(key);
  if (word.of === undefined)
    return text.includes('T') && !Number.isNaN(Date.parse(text)) ? momentOrDay(text, reader) : text;
  if (value === 0 && word.of === 'organization') return t('operation.noRegion');
  return (await nameOf(tx, word.of, Number(value), reader)) ?? text;
}

async function nameOf(
  tx: Tx,
  of: NonNullable<FilterWord['of']>,
  id: number,
  { scope, language }: Reader,
): Promise<string | null> {
  const parameters: unknown[] = [id];
  const sql = {
    organization: () => `SELECT o.name FROM organization o WHERE o.id = $1 AND ${inScope(scope, 'o.id', parameters)}`,
    vehicle: () =>
      `SELECT v.vin AS name FROM vehicle v WHERE v.id = $1 AND ${inScope(scope, 'v.organization_id', parameters)}`,
    model: () => 'SELECT m.name FROM model m WHERE m.id = $1',
    category: () => `SELECT c.name_${language} AS name FROM shop_category c WHERE c.id = $1`,
  }[of]();
  const [row] = await tx.query<{ name: string }[]>(sql, parameters);
  return row?.name ?? null;
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 'all' ||
  (Array.isArray(value) && value.length === 0);
