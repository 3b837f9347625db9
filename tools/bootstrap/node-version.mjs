/** One clear sentence instead of a syntax error deep inside a dependency. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Headland needs Node.js 20.19 or newer, and this is ${process.versions.node}: install it from https://nodejs.org and run the same command again.`,
  );
  process.exit(1);
}
