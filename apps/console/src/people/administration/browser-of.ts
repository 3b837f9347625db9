/**
 * The User-Agent of a browser, short: "Chrome 141 · Windows". Every browser also names those that it is compatible with, so the first
 * that fits counts, the particular before the general. What is no browser (a script) keeps its first word.
 */
export function browserOf(agent: string | null): string | null {
  const text = agent?.trim() ?? '';
  if (text === '') return null;
  const browser = browsers
    .map(([name, version]) => [name, version.exec(text)?.[1]] as const)
    .find(([, major]) => major !== undefined);
  const system = systems.find(([, sign]) => sign.test(text))?.[0];
  if (browser) return [browser.join(' '), system].filter(Boolean).join(' · ');
  if (text.startsWith('Mozilla/')) return system ?? text.slice(0, maxChars);
  return (text.split(' ')[0] ?? text).replace('/', ' ').slice(0, maxChars);
}

const maxChars = 40;
const browsers: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\/(\d+)/u],
  ['Whale', /\bWhale\/(\d+)/u],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/u],
  ['Opera', /\b(?:OPR|OPiOS)\/(\d+)/u],
  ['KakaoTalk', /\bKAKAOTALK[ /](\d+)/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/u],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/u],
  ['Safari', /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//u],
];
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /\bWindows\b/u],
  ['iPad', /\biPad\b/u],
  ['iPhone', /\biPhone\b/u],
  ['Android', /\bAndroid\b/u],
  ['ChromeOS', /\bCrOS\b/u],
  ['macOS', /\bMacintosh\b/u],
  ['Linux', /\bLinux\b/u],
];
