/**
 * What goes to the endpoint of the assistant has no personal data: in each text that a customer wrote (or the model
 * repeated) known data of this customer and everything that has the form of a phone number, an e-mail address, a
 * resident registration number, a bank or card number or a VIN is replaced before it is sent. Of a VIN nothing is sent,
 * neither the whole nor its last six or more characters; four or five digits alone name no machine, and stay. Names of
 * other people cannot be known, and stay.
 */
export interface KnownPerson {
  name: string;
  phone: string | null;
  email: string | null;
  loginId: string | null;
  birthOn: string | null;
  address: string | null;
  addressDetail: string | null;
  /** names that the customer gave to machines */
  nicknames: readonly string[];
  vins: readonly string[];
}

export function withoutPersonalData(text: string, person: KnownPerson): string {
  let clean = text.normalize('NFC');
  const replace = (pattern: RegExp, by: string): void => {
    clean = clean.replaceAll(pattern, by);
  };
  // e-mail addresses before the login ID that may begin them, numbers from the longest form to the shortest
  replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[e-mail]');
  for (const vin of person.vins) replace(tailOf(vin), '[VIN]');
  replace(/(?<![a-z0-9])(?=[a-z]*\d)(?=\d*[a-z])[a-hj-npr-z0-9]{17}(?![a-z0-9])/giu, '[VIN]');
  replace(/(?<!\d)\d{6}[- ]?[1-8]\d{6}(?!\d)/gu, '[number]');
  replace(/(?<!\d)\d{4}[- ]?\d{4}[- ]?\d{4}[- ]?\d{3,4}(?!\d)/gu, '[number]');
  replace(/\+\d{1,3}[ -.]?\(?\d{1,4}\)?(?:[ -.]?\d{2,4}){2,3}(?!\d)/gu, '[phone]');
  replace(/(?<!\d)0\d{1,2}[)\-. ]{0,2}\d{3,4}[-. ]?\d{4}(?!\d)/gu, '[phone]');
  // an account of a bank, after the phones, which have the same form
  replace(/(?<!\d)\d{3,6}-\d{2,6}-\d{4,8}(?!\d)/gu, '[number]');
  for (const [value, by] of knownOf(person)) replace(literal(value), by);
  return clean;
}

/** The longest first: the address before a part of it. */
function knownOf(person: KnownPerson): [value: string, by: string][] {
  const birth = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(person.birthOn ?? '');
  const [, year = '', month = '', day = ''] = birth ?? [];
  const dates = birth
    ? [
        ...['-', '.', '/', '. ', ''].map((s) => [year, month, day].join(s)),
        `${year}년 ${Number(month)}월 ${Number(day)}일`,
        `${year}.${Number(month)}.${Number(day)}`,
      ]
    : [];
  const known: [string | null, string, number][] = [
    [person.name, '[name]', 2],
    [person.phone, '[phone]', 7],
    [person.email, '[e-mail]', 5],
    [person.loginId, '[ID]', 4],
    [person.address, '[address]', 4],
    [person.addressDetail, '[address]', 4],
    ...person.nicknames.map((nickname): [string, string, number] => [nickname, '[machine]', 2]),
    ...dates.map((date): [string, string, number] => [date, '[birth date]', 8]),
  ];
  return known
    .map(([value, by, least]): [string, string] => [value !== null && value.trim().length >= least ? value : '', by])
    .filter(([value]) => value !== '')
    .sort(([a], [b]) => b.length - a.length);
}

/** Spaces between its characters count as none: `김 민수`. A Latin word is not replaced inside another one. */
function literal(value: string): RegExp {
  const letters = [...value.normalize('NFC').replaceAll(/\s/gu, '')].map((c) =>
    c.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'),
  );
  const latin = /^[\p{Script=Latin}\p{N}]+$/u.test(value);
  const body = letters.join('[\\s-]*');
  return new RegExp(latin ? `(?<![\\p{Script=Latin}\\p{N}])${body}(?![\\p{Script=Latin}\\p{N}])` : body, 'giu');
}

/** The VIN, or its last six or more characters. */
function tailOf(vin: string): RegExp {
  const ends = Array.from({ length: Math.max(0, vin.length - 5) }, (_, i) => vin.slice(i));
  return new RegExp(`(?<![a-z0-9])(?:${ends.join('|')})(?![a-z0-9])`, 'giu');
}
