import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { scenarios } from './scenarios/all';
import type { Scenario } from './scenarios/scenario';
import { productMain, type WorldPlan } from './world/world';

/**
 * Does the suite find what it is made to find? Each entry breaks one thing in a copy of the server, and names the
 * scenarios that must fail then.
 */
interface Sensitivity {
  label: string;
  mustFail: readonly number[];
  /** where the scenario ends in a time-out: the condition that is never reached */
  inVain?: string;
  change: () => Partial<WorldPlan>;
}

/** The commit, and the acknowledgement that follows it. */
const acknowledgeAfter = /(await this\.options\.onBatch\(batch\);)\s*(this\.acknowledgeAll\(batch\);)/g;

const list: readonly Sensitivity[] = [
  {
    // as an MQTT client does by default
    label: 'acknowledged on arrival',
    mustFail: [1, 6, 7],
    change: () => ({
      main: copyOfProduct('ack-on-arrival', [
        [
          /if \(this\.options\.note\?\.\(pending\) === true\) this\.acknowledgeAll\(\[pending\]\);/g,
          'this.acknowledgeAll([pending]); if (this.options.note?.(pending) === true) {}',
        ],
        [acknowledgeAfter, '$1'],
        [/(\n\tdone\(batch\) \{)\s*this\.acknowledgeAll\(batch\);/g, '$1'],
      ]),
    }),
  },
  {
    // a batch at a time, so less is lost: only the messages in memory when both sides of the commit go down
    label: 'acknowledged right before the commit',
    mustFail: [6, 7],
    change: () => ({ main: copyOfProduct('ack-first', [[acknowledgeAfter, '$2 $1']]) }),
  },
  {
    label: 'a broker that queues 1,000 messages',
    mustFail: [6],
    change: () => ({ brokerSettings: { max_queued_messages: '1000' } }),
  },
  {
    label: 'a database that answers before it has written',
    mustFail: [7],
    change: () => ({
      postgresSettings: { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' },
    }),
  },
  {
    label: 'alarms that only the queue remembers',
    mustFail: [8],
    change: () => ({
      main: copyOfProduct('no-sweep', [[/for \(const act of this\.acts\.values\(\)\) this\.sweep\(act\);/g, '']]),
    }),
  },
  {
    label: 'neither received ranges nor unique keys',
    mustFail: [10],
    change: () => ({
      main: copyOfProduct('no-ranges', [
        [/if \(has(?:\$\d+)?\(stream\.received, message\.seq\)\)/g, 'if (false)'],
        [/const isUsed = has(?:\$\d+)?\(boot\.received, m\.seq\);/g, 'const isUsed = false;'],
      ]),
      prepare: async (pool) => {
        const { rows } = await pool.query<{ sql: string }>(
          `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql FROM pg_constraint WHERE conrelid IN ('telemetry'::regclass, 'engine_run'::regclass) AND contype IN ('u', 'p')`,
        );
        for (const { sql } of rows) await pool.query(sql);
      },
    }),
  },
  {
    label: 'rubbish without a bound',
    mustFail: [17],
    change: () => ({
      main: copyOfProduct('no-bound', [[/if \(!hasRoom\(device, payload\)\) return this\.discard\(name\);/g, '']]),
    }),
  },
  {
    // every error of the database counts as the message's fault
    label: 'every refusal of the database put aside',
    mustFail: [15],
    change: () => ({
      main: copyOfProduct('all-aside', [[/if \(!isMessageFault\(error\)\) return false;/g, 'return true;']]),
    }),
  },
  {
    label: 'rows beside their day thrown away',
    mustFail: [16],
    change: () => ({
      main: copyOfProduct('no-day', [
        [
          /DELETE FROM telemetry_default WHERE ts < \$1::timestamp AT TIME ZONE 'UTC'/g,
          'DELETE FROM telemetry_default WHERE ts <> $1::timestamp',
        ],
      ]),
    }),
  },
  {
    // a reader at 500 waits for 501, whatever log that is
    label: 'an unrecognized log',
    mustFail: [18, 19],
    change: () => ({
      main: copyOfProduct('same-log', [
        [
          /if \(at === null\) return readLog\(database, number, limit\);/g,
          'if (number >= 0) return readLog(database, number, limit);',
        ],
      ]),
    }),
  },
  {
    // due times an hour ahead: once the clock is right again no SOS escalates
    label: 'the time of the machine',
    mustFail: [20],
    inVain: 'steps of the ladder',
    change: () => ({
      main: copyOfProduct('wall-clock', [
        [/known(?:\$\d+)?\.at \+ performance\.now\(\) - known(?:\$\d+)?\.when/g, 'Date.now()'],
      ]),
    }),
  },
  {
    label: 'single duties for everybody',
    mustFail: [21, 24],
    inVain: 'to work',
    change: () => ({
      main: copyOfProduct('all-duties', [[/if \(rows\[0\]\?\.got !== true\) return false;/g, '']]),
    }),
  },
  {
    label: 'a standby that asks twice a minute',
    mustFail: [24],
    change: () => ({ main: copyOfProduct('slow-standby', [[/(askMs(?:\$\d+)? =) 250;/g, '$1 30_000;']]) }),
  },
  {
    // a process that had a device before writes what it knew then over what another one has added
    label: 'received ranges of whoever writes last',
    mustFail: [25],
    change: () => ({
      main: copyOfProduct('last-ranges', [
        [/(AND d\.topic = n\.topic AND d\.boot = n\.boot) AND d\.version = n\.version/g, '$1'],
      ]),
    }),
  },
  {
    label: 'a broker that is never found to deal by client',
    mustFail: [25],
    inVain: 'two members of',
    change: () => ({
      main: copyOfProduct('never-dealt', [[/return dealing(?:\$\d+)? === "byClient";/g, 'return false;']]),
    }),
  },
  {
    // the fleet queues behind a migration of a busy table for as long as somebody's transaction lasts
    label: 'a migration that waits for its lock',
    mustFail: [22],
    change: () => ({
      upgradeTo: copyOfProduct('patient-migration', [
        [/runner\.query\(`SET LOCAL lock_timeout = \$\{\w+\}`\)/g, 'runner.query("LOCK TABLE vehicle_state")'],
      ]),
    }),
  },
  {
    // the seventh block has the content of the eighth
    label: 'one wrong block',
    mustFail: [14],
    change: () => ({
      main: copyOfProduct('wrong-block', [
        [
          /file\.bytes\.subarray\(from, to\)/g,
          'file.bytes.subarray(from + (block === 7 ? 4096 : 0), to + (block === 7 ? 4096 : 0))',
        ],
      ]),
    }),
  },
];

/** One run for each pair of a fault and a scenario that must find it. */
export function sensitivities(): { scenario: Scenario; change: Partial<WorldPlan>; label: string; inVain?: string }[] {
  return list.flatMap(({ mustFail, change, ...entry }) => {
    const broken = change();
    return mustFail.map((number) => {
      const scenario = scenarios.find((s) => s.number === number);
      if (scenario === undefined) throw new Error(`no scenario ${number}`);
      return { ...entry, change: broken, scenario };
    });
  });
}

/** Beside the server's own modules, where a copy of its program finds the packages that it imports. */
const copies = inCheckout('apps/server/node_modules', `.chaos-${process.pid}`);

/**
 * The built server with a few places changed. The product has no switch for this: only a copy of what is tested is broken. Each pattern must hit exactly
 * once, or the run would prove nothing.
 */
function copyOfProduct(name: string, replacements: readonly (readonly [RegExp, string])[]): string {
  const folder = join(copies, name);
  mkdirSync(folder, { recursive: true });
  cpSync(dirname(productMain), folder, { recursive: true, filter: (path) => !path.endsWith('.map') });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const main = join(folder, 'main.js');
  let text = readFileSync(main, 'utf8');
  for (const [pattern, by] of replacements) {
    const hits = text.match(pattern)?.length ?? 0;
    if (hits !== 1)
      throw new StopWith(
        `the built server has ${hits} places that look like ${pattern.source}: tools/lab/chaos/sensitivity.ts no longer knows where to break it`,
      );
    text = text.replace(pattern, by);
  }
  writeFileSync(main, text);
  return main;
}

export const removeCopies = (): void => rmSync(copies, { recursive: true, force: true });
