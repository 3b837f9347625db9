import type { Language } from '@headland/i18n/messages';

/**
 * Calling codes of the countries where the machines are sold and their makers work; 82 is the default and determines
 * the forms of phone and postal code.
 */
const countries = [
  ['82', 'KR'],
  ['1', 'US'],
  ['61', 'AU'],
  ['64', 'NZ'],
  ['81', 'JP'],
  ['86', 'CN'],
  ['84', 'VN'],
  ['66', 'TH'],
  ['62', 'ID'],
  ['60', 'MY'],
  ['63', 'PH'],
  ['95', 'MM'],
  ['855', 'KH'],
  ['856', 'LA'],
  ['91', 'IN'],
  ['976', 'MN'],
  ['998', 'UZ'],
  ['7', 'KZ'],
  ['90', 'TR'],
  ['44', 'GB'],
  ['33', 'FR'],
  ['49', 'DE'],
  ['39', 'IT'],
  ['34', 'ES'],
  ['31', 'NL'],
  ['32', 'BE'],
  ['48', 'PL'],
  ['420', 'CZ'],
  ['52', 'MX'],
  ['55', 'BR'],
  ['27', 'ZA'],
  ['244', 'AO'],
  ['966', 'SA'],
] as const;

/** The options of a country code, in the reader's language; an unknown one is kept as it is. */
export function countryOptions(language: Language, present: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const options = countries.map(([number, region]) => ({
    value: number as string,
    label: `${names.of(region) ?? region} +${number}`,
  }));
  return options.some((o) => o.value === present) || present === ''
    ? options
    : [...options, { value: present, label: `+${present}` }];
}
