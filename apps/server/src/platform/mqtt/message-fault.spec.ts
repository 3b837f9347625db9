import { describe, expect, it } from 'vitest';
import { isMessageFault } from './message-fault';

/** Every class of PostgreSQL's appendix A, with a code of it. */
const elsewhere: [string, string][] = [
  ['successful completion', '00000'],
  ['warning', '01000'],
  ['no data', '02000'],
  ['statement not yet complete', '03000'],
  ['connection exception', '08006'],
  ['triggered action exception', '09000'],
  ['feature not supported', '0A000'],
  ['invalid transaction initiation', '0B000'],
  ['locator exception', '0F001'],
  ['invalid grantor', '0LP01'],
  ['invalid role specification', '0P000'],
  ['diagnostics exception', '0Z002'],
  ['xquery error', '10608'],
  ['case not found', '20000'],
  ['cardinality violation', '21000'],
  ['invalid cursor state', '24000'],
  ['invalid transaction state', '25006'],
  ['invalid SQL statement name', '26000'],
  ['triggered data change violation', '27000'],
  ['invalid authorisation', '28000'],
  ['invalid password', '28P01'],
  ['dependent privileges', '2B000'],
  ['invalid transaction termination', '2D000'],
  ['SQL routine exception', '2F005'],
  ['invalid cursor name', '34000'],
  ['external routine exception', '38000'],
  ['external routine invocation', '39P01'],
  ['savepoint exception', '3B001'],
  ['database does not exist', '3D000'],
  ['invalid schema name', '3F000'],
  ['serialisation failure', '40001'],
  ['deadlock', '40P01'],
  ['right revoked', '42501'],
  ['column gone', '42703'],
  ['table gone', '42P01'],
  ['with check option', '44000'],
  ['disk full', '53100'],
  ['too many connections', '53300'],
  ['program limit exceeded', '54000'],
  ['lock not available', '55P03'],
  ['statement cancelled', '57014'],
  ['shutting down', '57P01'],
  ['input or output', '58030'],
  ['snapshot too old', '72000'],
  ['configuration file', 'F0000'],
  ['foreign data wrapper', 'HV000'],
  ['raised by a function', 'P0001'],
  ['internal error', 'XX000'],
  ['data corrupted', 'XX001'],
];

describe('what PostgreSQL refuses a message for', () => {
  it.each([
    ['invalid text', { code: '22P02' }],
    ['a character that cannot be stored', { code: '22021' }],
    ['a number out of range', { code: '22003' }],
    ['a missing value', { code: '23502' }],
    ['a foreign key', { code: '23503', constraint: 'sos_call_vehicle_id_fkey' }],
    ['a key that exists', { code: '23505', constraint: 'fault_report_open' }],
    ['a check of a table', { code: '23514', constraint: 'sos_call_type_check' }],
  ])('is its own fault: %s', (_, error) => expect(isMessageFault(Object.assign(new Error(), error))).toBe(true));

  it.each(elsewhere)('is not in the message: %s (%s)', (_, code) =>
    expect(isMessageFault(Object.assign(new Error(), { code }))).toBe(false),
  );

  it.each([
    ['rows that have no partition', { code: '23514', message: 'no partition of relation "telemetry" found for row' }],
    [
      'rows that keep a partition from being attached',
      { code: '23514', message: 'updated partition constraint for default partition would be violated by some row' },
    ],
    ['a sequence at its end', { code: '2200H' }],
    ['the network', { code: 'ECONNREFUSED' }],
    ['a lost connection', { message: 'Connection terminated unexpectedly' }],
    ['our own code', new TypeError('x is not a function')],
    ['nothing', null],
  ])('is not in the message: %s', (_, error) => expect(isMessageFault(error)).toBe(false));
});
