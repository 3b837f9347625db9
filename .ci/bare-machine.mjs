// "Node and npm, nothing else": a clean copy is installed, started and logged in to where no compiler, make or Python can be reached, on each supported Node.
// Plain JavaScript without a dependency. Exit code 0: it works on all of them.
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';

/** The oldest that the product names, with the npm that came with it; and the present release of the later lines. */
const oldest = '20.19.0';
const npmOfOldest = '10.8.2';
const versions = [oldest, '22', '24'];
const minute = 60_000;

const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'headland-bare-'));
chmodSync(work, 0o711); // started by root, PostgreSQL runs as another user and has to get in
const copy = join(work, 'copy');
const compilerCalls = join(work, 'compiler-calls');
let running;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(130));
process.on('exit', () => {
  running?.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true });
});

try {
  copySources();
  const npm = join(await fetchPackage(`npm@${npmOfOldest}`, 'npm'), 'bin', 'npm-cli.js');
  for (const version of versions) await prove(version, npm);
} catch (error) {
  console.error(`FAILED: ${error.message}`);
  process.exit(1);
}
process.exit(0);

async function prove(version, npm) {
  const name = `node-${process.platform}-${process.arch}`;
  const path = bareFolder(version, join(await fetchPackage(`${name}@${version}`, name), 'bin', 'node'), npm);
  const env = bareEnvironment(path);
  const is = (await run(join(path, 'node'), ['--version'], env)).trim();
  if (version === oldest) {
    const began = Date.now();
    await run(join(path, 'npm'), ['ci'], env);
    if (existsSync(compilerCalls)) throw new Error(`npm ci wanted to compile:\n${readFileSync(compilerCalls, 'utf8')}`);
    console.log(`Node ${is}: installed in ${seconds(began)} s without compiler, make and Python`);
  }
  const began = Date.now();
  const dataDir = join(work, `data-${version}`);
  const port = await sixPorts();
  const url = `http://localhost:${port}`;
  const output = await start(join(path, 'npm'), { ...env, PORT: String(port), MQTT_PORT: String(port + 5), DATA_DIR: dataDir });
  const took = seconds(began);
  await logIn(url, JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).accounts[0], output);
  await stop(dataDir);
  console.log(`Node ${is}: up in ${took} s${version === oldest ? ', built first' : ''}; logged in`);
}

/** What a commit holds, more or less: everything but what is installed, built or kept. */
function copySources() {
  const left = new Set(['node_modules', 'dist', '.git', '.nx', 'test-results', 'secrets']);
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || !relative(root, path).split(/[/\\]/u).some((part) => left.has(part) || part.startsWith('.data')) });
}

/** A package of the registry, unpacked: the folder that holds it. */
async function fetchPackage(wanted, name) {
  const folder = join(work, wanted.replace(/\W/gu, '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  await run('npm', ['install', wanted, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'], process.env, folder);
  return join(folder, 'node_modules', name);
}

/** All that can be reached by name: this Node, this npm and a shell. Whoever calls node-gyp is written down and fails. */
function bareFolder(version, node, npm) {
  const folder = join(work, `bin-${version}`);
  mkdirSync(folder);
  symlinkSync(node, join(folder, 'node'));
  symlinkSync(found('sh'), join(folder, 'sh'));
  const script = (name, text) => writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('npm', `exec '${join(folder, 'node')}' '${npm}' "$@"`);
  script('node-gyp', `echo "node-gyp $* in $PWD" >> '${compilerCalls}'\nexit 1`);
  return folder;
}

function bareEnvironment(path) {
  const kept = ['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'npm_config_registry', 'npm_config_cafile'];
  const given = Object.fromEntries(kept.filter((key) => process.env[key] !== undefined).map((key) => [key, process.env[key]]));
  mkdirSync(join(work, 'home'), { recursive: true });
  return { ...given, HOME: join(work, 'home'), PATH: path, CI: '1', npm_config_node_gyp: join(path, 'node-gyp'), npm_config_cache: cacheFolder() };
}

/** The packages that this machine has fetched before need not come over the network again. */
function cacheFolder() {
  return process.env.npm_config_cache ?? join(process.env.HOME ?? work, '.npm');
}

function found(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // look further
    }
  }
  throw new Error(`${name} is not on the PATH`);
}

function run(program, args, env, cwd = copy) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d) => (words += d));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done(words) : fail(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${words.slice(-3000)}`))));
  });
}

/** `npm start`, until it says that it is up; answers what it has said so far, whenever asked. */
async function start(npm, env) {
  running = spawn(npm, ['start'], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  const up = new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`npm start was not up within 10 minutes:\n${words}`)), 10 * minute);
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (d) => {
        words += d;
        if (/^Up in /mu.test(words)) done(clearTimeout(late));
      });
    }
    running.once('close', (code) => fail(new Error(`npm start ended with ${code}:\n${words}`)));
  });
  await up;
  return () => words;
}

async function logIn(url, { id, password }, output) {
  const post = (path, body) => fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const data = async (answer) => {
    const { success, data: it, error } = await (await answer).json();
    if (!success) throw new Error(`the login of ${id} was refused (${error.code}):\n${output()}`);
    return it;
  };
  const { smsLoginId } = await data(post('/api/auth/login', { id, password }));
  const until = Date.now() + minute;
  for (;;) {
    const text = (await data(fetch(`${url}/api/mailbox`))).find((mail) => mail.channel === 'sms' && /\b\d{6}\b/u.test(mail.text))?.text;
    if (text !== undefined) {
      const { accessToken } = await data(post('/api/auth/login/confirm', { smsLoginId, code: /\b\d{6}\b/u.exec(text)[0] }));
      const page = await fetch(`${url}/`);
      if (accessToken === undefined || page.status !== 200) throw new Error('the login gave no token, or there is no page');
      return;
    }
    if (Date.now() > until) throw new Error(`no code for ${id} in the mailbox within a minute:\n${output()}`);
    await new Promise((r) => setTimeout(r, 100));
  }
}

/** As Ctrl-C does. */
async function stop(dataDir) {
  const closed = new Promise((done) => running.once('close', done));
  process.kill(JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')).launcher.pid, 'SIGINT');
  await closed;
  running = undefined;
  if (readdirSync(dataDir).includes('run.json')) throw new Error('npm start left something running');
}

/** The api's port and the five after it; the last is the broker's here. */
async function sixPorts() {
  for (;;) {
    const first = 15_000 + Math.floor(Math.random() * 15_000);
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => isFree(first + n)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port) {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen({ port, host: '0.0.0.0', exclusive: true }, () => probe.close(() => done(true)));
  });
}

function seconds(began) {
  return ((Date.now() - began) / 1000).toFixed(0);
}
