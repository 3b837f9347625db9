import { describe, expect, it } from 'vitest';
import { accountTable, openWarning } from './print-address';
import { readLogLine } from './log-file';
import { healthPorts, hereAt, isOpen, readSettings } from './settings';

describe('what a start is asked to do', () => {
  it('needs no settings at all', () => {
    const settings = readSettings({}, []);
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mqttPort: 1883,
      url: 'http://localhost:3000',
      seed: 'demo',
      fleet: true,
      dev: false,
      databaseUrl: undefined,
    });
    expect(settings.dataDir).toMatch(/[/\\]\.data$/);
  });

  it('treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', DATA_DIR: '', SEED: '' }, [])).toEqual(readSettings({}, []));
  });

  it('loads no demo data where it is no development start, which the server would refuse', () => {
    expect(readSettings({ DEVELOPMENT: 'false' }, []).seed).toBe('none');
    expect(readSettings({ DEVELOPMENT: 'true' }, []).seed).toBe('demo');
  });

  it('moves everything with PORT, so that several run side by side', () => {
    expect(readSettings({ PORT: '3100', MQTT_PORT: '1993' }, ['--no-fleet'])).toMatchObject({
      port: 3100,
      mqttPort: 1993,
      url: 'http://localhost:3100',
      fleet: false,
    });
    const all = [...Object.values(healthPorts(3000)), ...Object.values(healthPorts(3100))];
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    [{ PORT: '0' }, [], 'PORT is a port number between 1 and 65530, not 0.'],
    [{ PORT: '65535' }, [], 'PORT is a port number between 1 and 65530, not 65535.'],
    [{ MQTT_PORT: '18.5' }, [], 'MQTT_PORT is a port number between 1 and 65530, not 18.5.'],
    [
      { PORT: '4500', MQTT_PORT: '4501' },
      [],
      'PORT=4500 needs the ports from 4500 to 4504: choose an MQTT_PORT outside them, not 4501.',
    ],
    [{ SEED: 'yes' }, [], 'SEED is demo or none, not yes.'],
    [{}, ['--fleet'], 'npm start does not know --fleet; it knows --dev and --no-fleet.'],
  ])('%o %o → %s', (env, args, sentence) => expect(() => readSettings(env, args)).toThrow(sentence));
});

it.each([
  ['{"level":30,"msg":"ready"}', { text: 'ready', important: false }],
  ['{"level":40,"msg":"queue","error":"connection lost"}', { text: 'queue: connection lost', important: true }],
  [
    '{"level":50,"msg":"listen failed","err":{"message":"EADDRINUSE"}}',
    { text: 'listen failed: EADDRINUSE', important: true },
  ],
  ['{"level":50,"msg":"same","err":{"message":"same"}}', { text: 'same', important: true }],
  ['plain words', { text: 'plain words', important: false }],
  ['{"half', { text: '{"half', important: false }],
])('the log line %s as a person reads it', (line, expected) => expect(readLogLine(line)).toEqual(expected));

it('only HOST opens it to other machines, and then its start states what that gives away', () => {
  const open = (HOST: string) => isOpen(readSettings({ HOST }, []));
  expect(['', '127.0.0.1', '127.0.0.2', 'localhost', '::1', '0.0.0.0', '::', '192.168.0.7'].map(open)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(openWarning('0.0.0.0', 3000)).toMatch(/HOST=0\.0\.0\.0.*port 3000.*login code.*\/mailbox/su);
});

it.each([
  ['', '127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', '127.0.0.1', 'http://localhost:3000'],
  ['::', '127.0.0.1', 'http://localhost:3000'],
  ['localhost', 'localhost', 'http://localhost:3000'],
  ['::1', '[::1]', 'http://[::1]:3000'],
  ['192.168.0.7', '192.168.0.7', 'http://192.168.0.7:3000'],
])('what listens on HOST=%s is asked at %s and opened at %s', (HOST, at, url) => {
  const settings = readSettings({ HOST }, []);
  expect([hereAt(settings.host), settings.url]).toEqual([at, url]);
});

it('the demo accounts are in one line for each group type', () => {
  const account = (id: string, groupType: string, role: string) => ({
    id,
    password: `pw-${id}`,
    groupType,
    role,
    organization: '',
  });
  const lines = accountTable([
    account('head1', 'HEAD_OFFICE', 'ADMIN'),
    account('head2', 'HEAD_OFFICE', 'STAFF'),
    account('dealer1', 'DEALER', 'ADMIN'),
  ]);
  expect(lines.map((line) => line.split(/\s{2,}/))).toEqual([
    ['', 'ADMIN', 'password', 'STAFF', 'password'],
    ['HEAD_OFFICE', 'head1', 'pw-head1', 'head2', 'pw-head2'],
    ['DEALER', 'dealer1', 'pw-dealer1'],
  ]);
});
