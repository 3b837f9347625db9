/** The common name of a browser, from its User-Agent. The order matters: each of these also names the ones below it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Edg|EdgA|EdgiOS)\//u, 'Edge'],
  [/\b(?:OPR|Opera)\//u, 'Opera'],
  [/\bWhale\//u, 'Whale'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//u, 'Chrome'],
  [/\bVersion\/.*\bSafari\//u, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/u, 'macOS'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

export interface Agent {
  browser: string | null;
  system: string | null;
}
export function agentOf(userAgent: string | null): Agent {
  const first = (table: typeof browsers) => table.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: first(browsers), system: first(systems) };
}
