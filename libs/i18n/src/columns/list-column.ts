import type { ListEndpoint, ListRow, SortName } from '@headland/contracts/endpoint';
import type { MessageKey } from '../catalogue';
import type { MessageValues } from '../format-message';
import type { Language } from '../messages';

/**
 * A column of a list, for its table on the screen and for its workbook. A list stands in the order of the workbook; the
 * table names the columns that it shows, in its own order, and both may have others beside them. Columns with the same key
 * are one on the screen, which shows the first of them, and several in the workbook.
 */
export interface ListColumn<Row, Key extends string = string, Sort extends string = string> {
  key: Key;
  title: MessageKey;
  /** a moment is ISO 8601, shown in the person's time zone; a day is YYYY-MM-DD; a choice is text: the words for it */
  kind: 'text' | 'number' | 'moment' | 'day';
  /** null and '' are an empty cell of the workbook and – on the screen */
  value: (row: Row, context: ColumnContext) => string | number | null | undefined;
  /** the name by which the list is sorted by it; without one it is not */
  sort?: Sort;
  /** of a number; none: as it is */
  decimals?: number;
  /** of a number; a distance is given in km and a speed in km/h, and shown in the person's unit, km or mile */
  unit?: Unit;
  /** a number that names something, as a year or the number of a job does: the screen does not group its digits */
  grouped?: false;
  /** of the workbook, in characters; none: by kind */
  width?: number;
}
export type Unit = 'distance' | 'h' | 'L' | 'L/h' | 'PS' | '%' | 'speed' | 'V' | '°' | '°C' | 'rpm' | 'kPa' | 'bar';

/** Who reads it. */
export interface ColumnContext {
  language: Language;
  t: (key: MessageKey, values?: MessageValues) => string;
}

type Fields<F extends string> = Record<F, string | number | null>;
/**
 * Columns of fields, titled `<kind>.field.<field>`: texts as the row has them, and what differs from that in `own`.
 */
export const fieldColumns = <K extends string, F extends string, Row extends Fields<F>, Sort extends string = never>(
  kind: K,
  fields: readonly F[],
  own: { [N in F]?: Partial<Omit<ListColumn<Row, N, Sort>, 'key' | 'title'>> },
): readonly (Omit<ListColumn<Row, F, Sort>, 'title'> & { title: `${K}.field.${F}` })[] =>
  fields.map((key) => ({
    key,
    title: `${kind}.field.${key}` as const,
    kind: 'text',
    value: (row) => row[key],
    ...own[key],
  }));

/** What a list of columns has to satisfy: values read its rows, `sort` is a name of its filter. */
export type ColumnsOf<E extends ListEndpoint> = readonly ListColumn<ListRow<E>, string, SortName<E>>[];
