import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from '../../src/run/checkout';
import { answers, freePort } from '../../src/run/ports';
import { findProgram } from '../../src/services';
import { Program, until } from '../chaos/world/program';

/** Of infra/pgbouncer/pgbouncer.ini: what names a machine. Each is there once, or the run would prove something else. */
const places = {
  host: /(?<=^headland = .*\bhost=)\S+/mu,
  port: /(?<=^headland = .*\bport=)\S+/mu,
  listen: /(?<=^listen_port = ).+/mu,
  accounts: /(?<=^auth_file = ).+/mu,
} as const;

/** PgBouncer by the configuration of infra/, before whatever is at this address. */
export class Pooler {
  private constructor(
    private readonly program: Program,
    readonly url: string,
  ) {}

  static async start(dir: string, target: string): Promise<Pooler> {
    const { hostname, port: targetPort, username, password, pathname } = new URL(target);
    const port = await freePort();
    const folder = join(dir, 'pooler');
    mkdirSync(folder, { mode: 0o755 });
    const [config, accounts] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
    writeFileSync(accounts, `"${username}" "${decodeURIComponent(password)}"\n`);
    let text = readFileSync(inCheckout('infra/pgbouncer/pgbouncer.ini'), 'utf8');
    const set = (place: keyof typeof places, value: string): void => {
      if (!places[place].test(text)) throw new Error(`infra/pgbouncer/pgbouncer.ini has no place for its ${place}`);
      text = text.replace(places[place], value);
    };
    set('host', hostname);
    set('port', targetPort);
    set('listen', String(port));
    set('accounts', accounts);
    writeFileSync(config, `${text}\nunix_socket_dir =\n`);
    const pgbouncer = findProgram('pgbouncer');
    // it refuses to run as root
    const [command, args] =
      process.getuid?.() === 0
        ? [findProgram('setpriv'), ['--reuid=postgres', '--regid=postgres', '--init-groups', pgbouncer, config]]
        : [pgbouncer, [config]];
    const program = new Program('pgbouncer', command, args, { logFile: join(dir, 'logs', 'pgbouncer.log'), cwd: '/' });
    program.start();
    await until('the pooler to listen', () => answers(port), { withinMs: 10_000, programs: [program] });
    return new Pooler(program, `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`);
  }

  stop(): Promise<void> {
    return this.program.kill();
  }
}
