import { exports } from '@headland/contracts/export';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { useExportLink } from './export-link';

let taken: number[];
let saved: string[];
let gone: boolean;
const answers = [
  answer(exports.file, ({ params }) => {
    taken.push(params.id);
    if (gone) throw new Problem('NOT_FOUND');
    return { name: 'sale_20261121-1430.xlsx', bytes: new TextEncoder().encode('PK') };
  }),
];
function Page() {
  useExportLink();
  return <p>here</p>;
}
beforeEach(() => {
  taken = [];
  saved = [];
  gone = false;
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

it('saves the workbook that a notification leads to, once, and cleans the address', async () => {
  const { router } = renderPage(<Page />, { answers, at: '/dash?download=12&tab=all' });
  await waitFor(() => expect(saved).toEqual(['sale_20261121-1430.xlsx']));
  expect(router.state.location.search).toEqual({ tab: 'all' });
  await router.navigate({ href: '/dash?download=12' } as never);
  await waitFor(() => expect(taken).toEqual([12, 12]));
});

it('shows when it no longer exists, and sends no request for an invalid number', async () => {
  gone = true;
  const { router } = renderPage(<Page />, { answers, at: '/dash?download=12' });
  expect(await screen.findByText('Not found.')).toBeTruthy();
  await router.navigate({ href: '/dash?download=../7' } as never);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect([taken, saved]).toEqual([[12], []]);
});
