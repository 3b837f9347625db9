import { expect, it } from 'vitest';
import { hottest } from './profile';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });

it('counts the self time of a function, and leaves waiting out', () => {
  const list = hottest(
    {
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('parse', 'file:///repo/apps/server/dist/main.js', 9) },
        { id: 3, callFrame: frame('(garbage collector)') },
        { id: 4, callFrame: frame('parse', 'file:///repo/apps/server/dist/main.js', 9) },
      ],
      samples: [1, 2, 3, 4],
      timeDeltas: [5_000, 1_000, 1_000, 2_000],
    },
    '/repo',
  );
  expect(list).toEqual([
    { what: 'parse apps/server/dist/main.js:10', ms: 3, percent: 75 },
    { what: '(garbage collector)', ms: 1, percent: 25 },
  ]);
});
