import { describe, expect, it } from 'vitest';
import { formatMessage } from './format-message';
import { learnedItem } from './service-labels';

describe('what was learned of a part', () => {
  const itemOf = (id: string) => learnedItem({ t: (key, values) => formatMessage('en', key, values) }, id);

  it.each([
    ['before.counter', { name: 'Adaptation count (Before)', unit: '', digits: 0 }],
    ['after.sootLoad', { name: 'Soot load (After)', unit: 'g', digits: 1 }],
    ['after.ofANewerUnit', { name: 'ofANewerUnit (After)', unit: '', digits: 1 }],
  ])('is named for %s', (id, item) => expect(itemOf(id)).toEqual(item));

  it.each(['counter', 'engine.rpm', 'during.counter', 'before.', 'before.a.b'])('is not meant by %s', (id) =>
    expect(itemOf(id)).toBeNull(),
  );
});
