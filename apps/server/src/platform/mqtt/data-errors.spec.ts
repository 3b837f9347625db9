import pino from 'pino';
import type { DataSource } from 'typeorm';
import { beforeEach, describe, expect, it } from 'vitest';
import { Health } from '../health';
import { DataErrors } from './data-errors';

const outOfRange = Object.assign(new Error('out of range'), { code: '22003' });
let health: Health;
let errors: DataErrors;
const ready = async (): Promise<unknown> => (await health.ready()).checks.data;
const refuse = (count: number): boolean[] =>
  Array.from({ length: count }, (_, i) => errors.mayQuarantine(outOfRange, `T-${i}`));

beforeEach(() => {
  health = new Health({ query: () => Promise.resolve([1]) } as unknown as DataSource);
  errors = new DataErrors(pino({ level: 'silent' }), health);
});

describe('data errors', () => {
  it('of one device are its messages’ own, however many', async () => {
    for (let i = 0; i < 100; i++) expect(errors.mayQuarantine(outOfRange, 'T-0')).toBe(true);
    expect(await ready()).toBe(true);
  });

  it('of a few devices are their messages’ own while others are committed', () => {
    errors.mayQuarantine(outOfRange, 'the first');
    errors.committed();
    expect(refuse(8)).not.toContain(false);
  });

  it('of many devices within a minute are the database’s: from then on messages wait, and the process reports it', async () => {
    errors.mayQuarantine(outOfRange, 'the first');
    errors.committed();
    expect(refuse(30).filter(Boolean)).toHaveLength(9);
    expect(await ready()).toMatch(/refuses the messages of 31 devices/);
  });

  it('of the first few are enough where nothing is committed any more', () => {
    expect(refuse(30).filter(Boolean)).toHaveLength(3);
  });

  it('of any other kind put nothing aside', async () => {
    expect(errors.mayQuarantine(Object.assign(new Error('gone'), { code: '42P01' }), 'T-0')).toBe(false);
    expect(await ready()).toBe(true);
  });
});
