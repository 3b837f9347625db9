import type { AedesPublishPacket } from 'aedes';
import { describe, expect, it } from 'vitest';
import { fits, RetainedMessages } from './retained-messages';

interface Memory {
  storeRetained: (packet: AedesPublishPacket) => Promise<void>;
  createRetainedStreamCombi: (filters: string[]) => AsyncIterable<AedesPublishPacket>;
}
const packet = (topic: string, payload: string): AedesPublishPacket =>
  ({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: true }) as unknown as AedesPublishPacket;
async function found(memory: Memory, ...filters: string[]): Promise<string[]> {
  const topics: string[] = [];
  for await (const { topic, payload } of memory.createRetainedStreamCombi(filters))
    topics.push(`${topic}=${String(payload)}`);
  return topics.sort();
}

describe('retained messages', () => {
  it('are found by the device of the filter, and by a filter for all', async () => {
    const memory = new RetainedMessages().persistence() as Memory;
    for (const device of ['A-01', 'A-02'])
      for (const kind of ['up/status', 'down/config'])
        await memory.storeRetained(packet(`tms/v1/${device}/${kind}`, device));
    expect(await found(memory, 'tms/v1/A-01/down/#')).toEqual(['tms/v1/A-01/down/config=A-01']);
    expect(await found(memory, 'tms/v1/A-01/down/config', 'tms/v1/A-02/up/status')).toEqual([
      'tms/v1/A-01/down/config=A-01',
      'tms/v1/A-02/up/status=A-02',
    ]);
    expect(await found(memory, 'tms/v1/+/up/status')).toEqual([
      'tms/v1/A-01/up/status=A-01',
      'tms/v1/A-02/up/status=A-02',
    ]);
    expect(await found(memory, 'tms/v1/A-03/down/#', 'tms/v1/A-01/down')).toEqual([]);
  });

  it('are the newest of their topic, and gone with an empty one', async () => {
    const memory = new RetainedMessages().persistence() as Memory;
    await memory.storeRetained(packet('tms/v1/A-01/down/config', 'old'));
    await memory.storeRetained(packet('tms/v1/A-01/down/config', 'new'));
    expect(await found(memory, 'tms/v1/A-01/down/#')).toEqual(['tms/v1/A-01/down/config=new']);
    await memory.storeRetained(packet('tms/v1/A-01/down/config', ''));
    expect(await found(memory, 'tms/v1/+/down/#')).toEqual([]);
  });
});

it.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/b/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['#', 'a', true],
  ['a/+/c', 'a/b/d', false],
])('the filter %s and the topic %s: %s', (filter, topic, yes) => {
  expect(fits(filter.split('/'), topic.split('/'))).toBe(yes);
});
