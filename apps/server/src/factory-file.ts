import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { FactoryBody, type FactoryAnswer, factoryActs, factoryLists } from '@headland/contracts/factory';
import { isMessageKey } from '@headland/i18n/catalogue';
import { formatMessage } from '@headland/i18n/format-message';
import { AppModule } from './app.module';
import { ImportRecords } from './fleet/factory/import-records.command';
import { Problem } from './platform/problem';

/**
 * `node dist/main.js factory <file.json>`: the records of a file, as for the factory interface, all or none. The result of each goes to the
 * standard output as JSON, including generated secrets; messages for a person go to standard error. Returns the exit code: 0 imported, 1 refused.
 */
export async function importFactoryFile(file: string | undefined): Promise<number> {
  try {
    if (file === undefined)
      throw new Error('Name a file: npm run lab -- factory <file.json> (docs/factory.md describes its content).');
    await take(readBody(file));
    return 0;
  } catch (error) {
    process.stderr.write(`${refusal(error)}\n`);
    return 1;
  }
}

async function take(body: FactoryBody): Promise<void> {
  askForNothingElse(process.env);
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  try {
    const answer = await app
      .get(CommandBus)
      .execute(new ImportRecords(body, { name: `${userInfo().username}@${hostname()}`, address: '' }));
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    process.stderr.write(summaryOf(answer));
  } finally {
    await app.close();
  }
}

/** Throws an Error with a line for each thing that is wrong. */
function readBody(file: string): FactoryBody {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const parsed = FactoryBody.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file} is refused:\n${parsed.error.issues.map((i) => `  ${i.path.join('.') || 'file'}: ${messageText(i.message)}`).join('\n')}`,
  );
}

const messageText = (key: string, values: Record<string, string | number> = {}): string =>
  isMessageKey(key) ? formatMessage('en', key, { label: 'it', ...values }) : key;

function summaryOf(answer: FactoryAnswer): string {
  const lines = factoryLists.flatMap((list) => {
    const results = answer[list];
    const counts = factoryActs
      .map((act) => [act, results.filter((r) => r.act === act).length] as const)
      .filter(([, n]) => n > 0);
    return results.length === 0 ? [] : [`${list}: ${counts.map(([act, n]) => `${n} ${act}`).join(', ')}\n`];
  });
  return lines.join('');
}

function refusal(error: unknown): string {
  if (!(error instanceof Problem)) return error instanceof Error ? error.message : String(error);
  const { fields = {}, options, code, values } = error;
  const lines = Object.entries(fields).map(
    ([path, key]) => `  ${path}: ${messageText(key, options.fieldValues?.[path])}`,
  );
  return [`Nothing was imported. ${messageText(`error.${code}`, values)}`, ...lines].join('\n');
}

/** The command needs the database; what the processes of the server need besides, it is not asked for. An empty variable is not set. */
function askForNothingElse(env: NodeJS.ProcessEnv): void {
  env.RUN = 'migrate';
  const unused = {
    LOG_LEVEL: 'error',
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used here',
    JWT_SECRET: 'not used: a command has no login',
  };
  for (const [key, value] of Object.entries(unused)) if (!env[`${key}_FILE`]) env[key] ||= value;
}
