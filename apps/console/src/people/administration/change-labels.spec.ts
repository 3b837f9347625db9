import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../lib/words';
import { detailLabels } from './change-labels';

describe('what distinguishes one access from another', () => {
  const en = (detail: string) => detailLabels((key, values) => formatMessage('en', key, values), detail);

  it.each([
    ['login:dead', 'login · expired or used code'],
    ['forced', 'required at login'],
    ['sos 2, 3', 'SOS calls 2, 3'],
    ['consumable 12', 'consumable 12'],
    ['something new', 'something new'],
  ])('%s', (detail, words) => expect(en(detail)).toBe(words));
});
