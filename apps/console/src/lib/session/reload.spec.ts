import { sosAlerts } from '@headland/contracts/sos';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './session';
import { forgetReload, holdReload, reloadWhenCalm } from './reload';

const reload = vi.fn();
/** Long enough for several polls. */
const wait = () => vi.advanceTimersByTimeAsync(3_000);
beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
});
afterEach(() => {
  forgetReload();
  vi.useRealTimers();
  document.body.replaceChildren();
});
const show = (html: string): HTMLElement => {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
};
const type = (field: HTMLInputElement, text: string) => {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

it('a page on which nothing is under way is loaded again, once', async () => {
  reloadWhenCalm(reload);
  reloadWhenCalm(reload);
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits until every call is answered', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const asked = call(sosAlerts.counts);
  reloadWhenCalm(reload);
  await wait();
  expect(reload).not.toHaveBeenCalled();
  answer(new Response(JSON.stringify({ success: true, data: {}, error: null })));
  await asked;
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits while a form has something unsaved', async () => {
  const release = holdReload();
  reloadWhenCalm(reload);
  await wait();
  expect(reload).not.toHaveBeenCalled();
  release();
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([
  '<div role="dialog" data-state="open"></div>',
  '<div role="alertdialog"></div>',
  '<div role="menu" data-state="open"></div>',
])('waits while something is open: %s', async (html) => {
  show(html);
  reloadWhenCalm(reload);
  await wait();
  expect(reload).not.toHaveBeenCalled();
  document.body.replaceChildren();
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not wait for what only could open', async () => {
  show('<div role="menu" data-state="closed"></div>');
  reloadWhenCalm(reload);
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits while a field has unsaved text, until it is empty', async () => {
  const field = show('<textarea></textarea>') as HTMLInputElement;
  type(field, 'half a senten');
  reloadWhenCalm(reload);
  await wait();
  expect(reload).not.toHaveBeenCalled();
  type(field, '');
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits for a filter only while it has the focus: afterwards it is in the address', async () => {
  const bar = show('<form role="search"><input /><button>Search</button></form>');
  const field = bar.querySelector('input') as HTMLInputElement;
  field.focus();
  type(field, 'HDLT');
  reloadWhenCalm(reload);
  await wait();
  expect(reload).not.toHaveBeenCalled();
  bar.querySelector('button')?.focus();
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is done with when the session has ended meanwhile', async () => {
  const release = holdReload();
  reloadWhenCalm(reload);
  forgetReload();
  release();
  await wait();
  expect(reload).not.toHaveBeenCalled();
});

it('happens at most once a minute: tokens that are born expired do not reload for ever', async () => {
  reloadWhenCalm(reload);
  await wait();
  reloadWhenCalm(reload);
  await wait();
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  reloadWhenCalm(reload);
  await wait();
  expect(reload).toHaveBeenCalledTimes(2);
});
