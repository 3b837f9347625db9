import type { GroupType } from '@headland/contracts/access';
import type { ErrorCode } from '@headland/contracts/errors';
import { type CellError, type SaleColumn, saleColumns, SaleImportRow } from '@headland/contracts/sale';
import type { Refusal } from './decision';
import { isDealer } from './organization';
import { type CellRules, duplicateErrors, errorsInOrder, fieldError, type SheetRow } from './workbook';

/**
 * A vehicle is sold by an agency or dealer, not in the future and not before it was shipped; to a customer, or to one
 * who is not known yet. It is sold once: a cancelled sale makes it unsold. An open SOS locks customer and dealer of its
 * vehicle. A workbook of sales is validated cell by cell, by the same rules, without guessing: a formula, a phone
 * stored as a number, an invalid date are errors with their cell, and one error rejects the whole import.
 */

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

/** The worksheet of an import. */
export const saleSheet = {
  columns: saleColumns,
  required: ['vin', 'soldOn', 'dealer'],
  identity: 'vin',
  days: ['soldOn', 'birthOn'],
  // 010-1234-5678 as a number is 1012345678, 12E3 is 12000: the original text is lost
  noNumbers: { dealer: 'workbook.cell.number', phone: 'sale.cell.phoneNumber' },
} as const satisfies CellRules<SaleColumn>;
export type SaleCells = Record<SaleColumn, string>;
export type ReadRow = SheetRow<SaleColumn>;

/** Errors of a row by itself: each cell, then across cells. */
export function rowErrors({ row, cells }: ReadRow, today: string): CellError[] {
  const errors: CellError[] = [];
  const add = (column: SaleColumn, message: string): void => {
    errors.push({ row, column, value: cells[column], message });
  };
  for (const column of saleColumns) {
    const wrong = fieldError(SaleImportRow.shape[column], cells[column]);
    if (wrong !== null) add(column, wrong);
    else if (column === 'soldOn' && cells.soldOn > today) add(column, 'field.pastDay');
    else if (column === 'birthOn' && cells.birthOn > today) add(column, 'field.birth');
  }
  if ((cells.customer === '') !== (cells.phone === ''))
    add(cells.customer === '' ? 'customer' : 'phone', 'sale.cell.together');
  else if (cells.birthOn !== '' && cells.customer === '') add('customer', 'sale.cell.birthOfNobody');
  return errors;
}

/** Duplicate vehicles: each row names the first of the others. */
export const twiceErrors = (rows: readonly ReadRow[]): CellError[] =>
  duplicateErrors(rows, 'vin', 'sale.cell.vinTwice');

/** A phone belongs to one person: rows that give it to two name the first row of the other. */
export const phoneErrors = (rows: readonly ReadRow[]): CellError[] =>
  contradictions(rows.filter(named), ({ phone }) => digits(phone), 'customer', 'phone', 'sale.cell.phoneTwice');

/** A person has one birth date: rows that give two name the first row with the other. */
export const birthErrors = (rows: readonly ReadRow[]): CellError[] =>
  contradictions(
    rows.filter((r) => named(r) && r.cells.birthOn !== ''),
    sameCustomer,
    'birthOn',
    'birthOn',
    'sale.cell.birthTwice',
  );

/** Rows of the same key that differ in a column, each with the first row that differs from it. */
function contradictions(
  rows: readonly ReadRow[],
  keyOf: (cells: SaleCells) => string,
  differing: SaleColumn,
  column: SaleColumn,
  message: string,
): CellError[] {
  const byKey = new Map<string, ReadRow[]>();
  for (const r of rows) byKey.set(keyOf(r.cells), [...(byKey.get(keyOf(r.cells)) ?? []), r]);
  return [...byKey.values()].flatMap((same) =>
    same.flatMap(({ row, cells }): CellError[] => {
      const other = same.find((o) => o.cells[differing] !== cells[differing]);
      return other ? [{ row, column, value: cells[column], message, values: { row: other.row } }] : [];
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

export const inOrder = (errors: readonly CellError[]): CellError[] => errorsInOrder(saleColumns, errors);

/** A person is the same if name and the digits of the phone match. */
export const sameCustomer = ({ customer, phone }: Pick<SaleCells, 'customer' | 'phone'>): string =>
  `${customer} ${digits(phone)}`;
