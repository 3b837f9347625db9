/**
 * One clear sentence instead of a syntax error deep inside a dependency. Imported before everything else, and written so that a release
 * which is too old can read it. The lines of Node that the dependencies declare: Vite, TypeORM, jsdom and ESLint.
 */
export const lines = [
  [20, 19],
  [22, 13],
  [24, 11],
];

/** In a line that is listed from its second number on; of lines after the last one all. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > lines[lines.length - 1][0] || lines.some((line) => major === line[0] && minor >= line[1]);
}

if (!isSupported(process.versions.node)) {
  console.error(
    `Headland needs Node.js 20.19, 22.13 or 24.11, a later release of these or a later line, and this is ${process.versions.node}: install one from https://nodejs.org and run the same command again.`,
  );
  process.exit(1);
}
