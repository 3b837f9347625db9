import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers, freePort } from '../../src/run/ports';
import { findProgram } from '../../src/services';
import { Program, until } from '../chaos/world/program';
import type { ServerProcess } from '../chaos/world/server';

/** HAProxy before the api processes: where consoles connect, whichever of them runs. */
export class Front {
  private constructor(
    readonly port: number,
    private readonly program: Program,
  ) {}

  static async start(dir: string, processes: readonly ServerProcess[]): Promise<Front> {
    const port = await freePort();
    const config = join(dir, 'front.cfg');
    const servers = processes.map(
      (one, i) => `  server api${i + 1} 127.0.0.1:${one.port} check inter 500ms fall 1 rise 1`,
    );
    writeFileSync(
      config,
      `defaults
  mode http
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout tunnel 1h
  timeout check 2s
  option redispatch
  retries 2
frontend consoles
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance roundrobin
  option httpchk GET /readyz
  default-server on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    );
    const program = new Program('front', findProgram('haproxy'), ['-db', '-f', config], {
      logFile: join(dir, 'logs', 'front.log'),
    });
    program.start();
    await until('the front to listen', () => answers(port), { withinMs: 30_000, programs: [program] });
    return new Front(port, program);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  stop(): Promise<void> {
    return this.program.kill();
  }
}
