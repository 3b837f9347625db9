import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { messageOf } from '@headland/contracts/fields';
import { type CellError, type SaleColumn, saleColumns, SaleImportRow } from '@headland/contracts/sale';
import type { Refusal } from './decision';
import { isDealer } from './organization';

/**
 * A vehicle is sold by an agency or dealer, not in the future and not before it was shipped; to a customer, or to one
 * who is not known yet. It is sold once: a cancelled sale makes it unsold. An open SOS locks customer and dealer of its
 * vehicle. A workbook of sales is validated cell by cell, by the same rules, without guessing: a formula, a phone
 * stored as a number, an invalid date are errors with their cell, and one error rejects the whole import.
 */
export interface Sale {
  soldOn: string | null;
  dealerId: number;
}
/** What a sale is validated against. `dealerType` null: no such organization in the caller's scope. */
export interface SaleFacts {
  shippedOn: string | null;
  dealerType: GroupType | null;
  today: string;
}

/** Field → message key of invalid values. */
export function saleErrors(
  { soldOn }: { soldOn: string },
  { shippedOn, dealerType, today }: SaleFacts,
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (soldOn > today) errors.soldOn = 'field.pastDay';
  else if (shippedOn !== null && soldOn < shippedOn) errors.soldOn = 'field.beforeShipment';
  if (dealerType === null) errors.dealerId = 'field.unknown';
  else if (!isDealer(dealerType)) errors.dealerId = 'field.notAgency';
  return errors;
}

/** Why customer or dealer may not change, or the sale may not be cancelled, now. */
export const partyRefusal = (
  before: { dealerId: number; customerId: number | null },
  after: { dealerId: number; customerId: number | null },
  openSos: boolean,
): ErrorCode | null =>
  openSos &&
  (before.dealerId !== after.dealerId || (before.customerId !== null && before.customerId !== after.customerId))
    ? 'VEHICLE_HAS_OPEN_SOS'
    : null;

/** A cell as parsed from a workbook; null is an empty one. `other` is neither text, number nor date: TRUE, #N/A. */
export type SheetCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'day'; day: string }
  | { kind: 'formula'; text: string }
  | { kind: 'other'; text: string }
  | null;
export type SaleCells = Record<SaleColumn, string>;
export interface ReadRow {
  /** of the worksheet; the first is 1 */
  row: number;
  cells: SaleCells;
}

/** Maximum length of a stored cell: the longest field has 1,500 characters. */
const maxCellLength = 1_600;
const dayColumns: readonly SaleColumn[] = ['soldOn', 'birthOn'];

/** A row as text, and the types of cells that are invalid already. */
export function readRow(row: number, sheetCells: Record<SaleColumn, SheetCell>): ReadRow & { errors: CellError[] } {
  const cells = {} as SaleCells;
  const errors: CellError[] = [];
  for (const column of saleColumns) {
    const { text, wrong } = readCell(column, sheetCells[column]);
    cells[column] = text;
    if (wrong !== undefined) errors.push({ row, column, value: text, message: wrong });
  }
  return { row, cells, errors };
}

function readCell(column: SaleColumn, cell: SheetCell): { text: string; wrong?: string } {
  if (cell === null) return { text: '' };
  switch (cell.kind) {
    case 'formula':
      return { text: shown(cell.text), wrong: 'sale.cell.formula' };
    case 'other':
      return { text: shown(cell.text), wrong: 'field.invalid' };
    case 'day':
      return dayColumns.includes(column) ? { text: cell.day } : { text: cell.day, wrong: 'sale.cell.date' };
    case 'number': {
      const text = String(cell.value);
      // 010-1234-5678 as a number is 1012345678: the original digits are lost
      if (column === 'phone') return { text, wrong: 'sale.cell.phoneNumber' };
      return dayColumns.includes(column) ? { text, wrong: 'field.date' } : { text };
    }
    case 'text': {
      const text = shown(cell.text.normalize('NFC').trim());
      return { text: dayColumns.includes(column) ? dotted(text) : text };
    }
  }
}

/** `2026.03.01` and `2026. 3. 1.` are Korean notations of 2026-03-01. */
function dotted(text: string): string {
  const [, year, month, day] = /^(\d{4})[.\-/]\s*(\d{1,2})[.\-/]\s*(\d{1,2})\.?$/u.exec(text) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
const shown = (text: string): string => (text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text);

/** Errors of a row by itself: each cell, then across cells. */
export function rowErrors({ row, cells }: ReadRow, today: string): CellError[] {
  const errors: CellError[] = [];
  const add = (column: SaleColumn, message: string): void => {
    errors.push({ row, column, value: cells[column], message });
  };
  for (const column of saleColumns) {
    const given = cells[column] === '' ? undefined : cells[column];
    const parsed = SaleImportRow.shape[column].safeParse(given);
    if (!parsed.success) add(column, given === undefined ? 'field.req' : messageText(parsed.error.issues[0]));
    else if (column === 'soldOn' && cells.soldOn > today) add(column, 'field.pastDay');
    else if (column === 'birthOn' && cells.birthOn > today) add(column, 'field.birth');
  }
  if ((cells.customer === '') !== (cells.phone === ''))
    add(cells.customer === '' ? 'customer' : 'phone', 'sale.cell.together');
  else if (cells.birthOn !== '' && cells.customer === '') add('customer', 'sale.cell.birthOfNobody');
  return errors;
}
const messageText = (issue: Parameters<typeof messageOf>[0] | undefined): string =>
  issue === undefined ? 'field.invalid' : messageOf(issue);

/** Duplicate vehicles: each row names the first of the others. */
export function twiceErrors(rows: readonly ReadRow[]): CellError[] {
  const byVin = new Map<string, ReadRow[]>();
  for (const r of rows) if (r.cells.vin !== '') byVin.set(r.cells.vin, [...(byVin.get(r.cells.vin) ?? []), r]);
  return [...byVin.values()].flatMap((same) =>
    same.length === 1
      ? []
      : same.map(({ row, cells }): CellError => {
          const other = same.find((o) => o.row !== row)?.row ?? row;
          return { row, column: 'vin', value: cells.vin, message: 'sale.cell.vinTwice', values: { row: other } };
        }),
  );
}

/** A phone belongs to one person: rows that give it to two name the first row of the other. */
export function phoneErrors(rows: readonly ReadRow[]): CellError[] {
  const byPhone = new Map<string, ReadRow[]>();
  for (const r of rows)
    if (named(r)) byPhone.set(digits(r.cells.phone), [...(byPhone.get(digits(r.cells.phone)) ?? []), r]);
  return [...byPhone.values()].flatMap((same) =>
    same.flatMap(({ row, cells }): CellError[] => {
      const other = same.find((o) => o.cells.customer !== cells.customer);
      return other
        ? [{ row, column: 'phone', value: cells.phone, message: 'sale.cell.phoneTwice', values: { row: other.row } }]
        : [];
    }),
  );
}
const digits = (phone: string): string => phone.replaceAll(/\D/gu, '');
const named = ({ cells }: ReadRow): boolean => cells.customer !== '' && cells.phone !== '';

/** Errors of the person in a row: `names` are those of the customers with its phone. */
export const personErrors = ({ row, cells }: ReadRow, names: readonly string[]): CellError[] =>
  cells.customer !== '' && names.length > 0 && !names.includes(cells.customer)
    ? [{ row, column: 'phone', value: cells.phone, message: 'sale.cell.phoneOther' }]
    : [];

/** The database's data for a row: vehicle and dealer in the caller's scope, or undefined. */
export interface KnownVehicle {
  id: number;
  shippedOn: string | null;
  soldOn: string | null;
  organizationId: number;
  openSos: boolean;
  /** why it cannot be sold now: somebody services it (served-machine) */
  held: Refusal | null;
}
export interface KnownDealer {
  id: number;
  type: GroupType;
}

/** Errors of a row that is valid by itself. */
export function knownErrors(
  { row, cells }: ReadRow,
  vehicle: KnownVehicle | undefined,
  dealer: KnownDealer | undefined,
): CellError[] {
  const errors: CellError[] = [];
  const add = (column: SaleColumn, message: string, values?: CellError['values']): void => {
    errors.push({ row, column, value: cells[column], message, ...(values ? { values } : {}) });
  };
  if (vehicle === undefined) add('vin', 'sale.cell.vinUnknown');
  else if (vehicle.soldOn !== null) add('vin', 'sale.cell.sold', { day: vehicle.soldOn });
  else if (vehicle.held !== null) add('vin', `error.${vehicle.held.code}`, vehicle.held.values);
  else if (vehicle.shippedOn !== null && cells.soldOn < vehicle.shippedOn)
    add('soldOn', 'sale.cell.beforeShipment', { day: vehicle.shippedOn });
  if (dealer === undefined) add('dealer', 'sale.cell.dealerUnknown');
  else if (!isDealer(dealer.type)) add('dealer', 'sale.cell.notDealer');
  else if (vehicle?.openSos === true && vehicle.organizationId !== dealer.id)
    add('dealer', 'error.VEHICLE_HAS_OPEN_SOS');
  return errors;
}

/** In the order of the worksheet; per cell only the first, since the others may follow from it. */
export function inOrder(errors: readonly CellError[]): CellError[] {
  const firstByCell = new Map<string, CellError>();
  for (const e of errors) if (!firstByCell.has(`${e.row} ${e.column}`)) firstByCell.set(`${e.row} ${e.column}`, e);
  return [...firstByCell.values()].sort(
    (a, b) => a.row - b.row || saleColumns.indexOf(a.column) - saleColumns.indexOf(b.column),
  );
}

/** A person is the same if name and the digits of the phone match. */
export const sameCustomer = ({ customer, phone }: Pick<SaleCells, 'customer' | 'phone'>): string =>
  `${customer} ${digits(phone)}`;

const required: readonly SaleColumn[] = ['vin', 'soldOn', 'dealer'];
export interface Columns {
  /** column → its index in the worksheet; −1 if an optional one is missing */
  places: Record<SaleColumn, number>;
  missing: SaleColumn[];
}

/**
 * Maps columns by the titles in the head: in either language, or the key. The first of several with one title is used.
 */
export function columnsOf(head: readonly string[], titles: Record<SaleColumn, readonly string[]>): Columns {
  const given = head.map(bare);
  const places = {} as Columns['places'];
  for (const column of saleColumns) {
    const known = new Set([column, ...titles[column]].map(bare));
    places[column] = given.findIndex((title) => known.has(title));
  }
  return { places, missing: required.filter((column) => places[column] < 0) };
}
const bare = (title: string): string => title.normalize('NFC').replaceAll(/[\s*]/gu, '').toLowerCase();
export const isRequired = (column: SaleColumn): boolean => required.includes(column);
