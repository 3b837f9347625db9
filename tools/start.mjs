// `npm start`, in plain JavaScript without a dependency: an empty clone has none yet. It installs, builds, and hands over to src/start.ts.
import './bootstrap/node-version.mjs';

// behind the check, and without a word that a release which is too old cannot read: it would end with a syntax error before the check
async function start() {
  const { buildStale, stale } = await import('./bootstrap/build.mjs');
  const { install, installState } = await import('./bootstrap/install.mjs');
  process.env.HEADLAND_STARTED_AT = String(Date.now());

  const state = installState();
  console.log(
    state === 'current'
      ? '1/6 Packages are installed'
      : '1/6 Installing packages (the first time needs about a minute)…',
  );
  if (state !== 'current') install(state);

  // in development the console comes from Vite, unbuilt
  const parts = process.argv.includes('--dev')
    ? ['tools', 'server', 'simulator']
    : ['tools', 'console', 'server', 'simulator'];
  const waiting = stale(parts);
  console.log(waiting.length === 0 ? '2/6 Everything is built' : `2/6 Building ${waiting.join(', ')}…`);
  await buildStale(parts, () => undefined);

  await import('./dist/start.js');
}

void start();
