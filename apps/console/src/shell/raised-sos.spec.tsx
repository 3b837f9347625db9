import type { LoggedEvent } from '@headland/contracts/event-log';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { anSos } from '../testing/subjects';
import { applyUpdates, useRaisedSos } from './raised-sos';

const raised = (id: number) => anSos(id);
const acknowledged = (id: number) => anSos(id, { status: 'acknowledged', version: 2 });
const updatesOf = (...alerts: [SosRow, number][]) => new Map(alerts.map(([sos, at]) => [sos.id, { sos, at }]));
const states = (rows: SosRow[]) => rows.map((r) => `${r.id} ${r.status}`);

describe('a response with the SOS', () => {
  it('that was asked for before an SOS was acknowledged does not raise it again', () => {
    expect(states(applyUpdates([raised(4)], updatesOf([acknowledged(4), 11]), 10))).toEqual(['4 acknowledged']);
  });
  it('that was asked for before an SOS was raised does not silence it', () => {
    expect(states(applyUpdates([], updatesOf([raised(4), 11]), 10))).toEqual(['4 raised']);
  });
  it('that was asked for after an event knows better, whatever was pushed', () => {
    expect(states(applyUpdates([], updatesOf([raised(4), 9]), 10))).toEqual([]);
    expect(states(applyUpdates([raised(4)], updatesOf([acknowledged(5), 9]), 10))).toEqual(['4 raised']);
  });
  it('without room for an SOS keeps it until an event ends it', () => {
    const full = [raised(1), raised(2)];
    expect(states(applyUpdates(full, updatesOf([raised(4), 9]), 10, raised(2)))).toEqual([
      '1 raised',
      '2 raised',
      '4 raised',
    ]);
    const ended = updatesOf([acknowledged(4), 9]);
    expect(states(applyUpdates(full, ended, 10, raised(2)))).toEqual(['1 raised', '2 raised']);
  });
  it('that is newer than what was pushed stays as it is', () => {
    expect(states(applyUpdates([acknowledged(4)], updatesOf([raised(4), 11]), 10))).toEqual(['4 acknowledged']);
  });
});

/** Responses are delayed until released; each has the server's state at its request. */
let server: SosRow[];
let underWay: (() => void)[];
const answers = [
  answer(sosAlerts.list, async () => {
    const rows = server;
    await new Promise<void>((go) => underWay.push(go));
    return { rows, total: rows.length };
  }),
];
const event = (number: number, name: 'sos.raised' | 'sos.acknowledged', sos: SosRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { sos }, by: null }) as LoggedEvent;
const seen: string[] = [];
function Bar({ enabled = true }: { enabled?: boolean }) {
  const { alerts } = useRaisedSos(enabled);
  const state = alerts.map((c) => c.id).join(',') || 'calm';
  if (seen.at(-1) !== state) seen.push(state);
  return <p>{state}</p>;
}
const letGo = () => act(async () => underWay.splice(0).forEach((go) => go()));

beforeEach(() => {
  server = [];
  underWay = [];
  seen.length = 0;
});
afterEach(() => {
  for (const go of underWay) go();
});

it('an SOS acknowledged while an older response is on its way does not flash', async () => {
  const { emit } = renderPage(<Bar />, { answers });
  await waitFor(() => expect(underWay).toHaveLength(1));
  await letGo();
  await screen.findByText('calm');
  server = [raised(4)];
  await act(async () => emit(event(1, 'sos.raised', raised(4))));
  await screen.findByText('4');
  await waitFor(() => expect(underWay).toHaveLength(1));
  server = [];
  await act(async () => emit(event(2, 'sos.acknowledged', acknowledged(4))));
  await screen.findByText('calm');
  await letGo();
  await waitFor(() => expect(underWay).toHaveLength(1));
  await letGo();
  expect(seen).toEqual(['calm', '4', 'calm']);
});

it('an SOS raised while an older response is on its way stays', async () => {
  const { emit } = renderPage(<Bar />, { answers });
  await waitFor(() => expect(underWay).toHaveLength(1));
  server = [raised(4)];
  await act(async () => emit(event(1, 'sos.raised', raised(4))));
  await letGo();
  await screen.findByText('4');
  await waitFor(() => expect(underWay).toHaveLength(1));
  await letGo();
  expect(seen).toEqual(['calm', '4']);
});

it('an SOS raised before the first response is shown, also when that never comes', async () => {
  const { emit } = renderPage(<Bar />, { answers });
  await waitFor(() => expect(underWay).toHaveLength(1));
  await act(async () => emit(event(1, 'sos.raised', raised(4))));
  await screen.findByText('4');
  await act(async () => emit(event(2, 'sos.acknowledged', acknowledged(4))));
  await screen.findByText('calm');
  expect(underWay).toHaveLength(1);
});

it('nothing is shown to who may not act on it', async () => {
  const { emit } = renderPage(<Bar enabled={false} />, { answers });
  await screen.findByText('calm');
  await act(async () => emit(event(1, 'sos.raised', raised(4))));
  expect(seen).toEqual(['calm']);
});

it('a response that the service worker has kept takes nothing away that came after it', async () => {
  const { emit, cache } = renderPage(<Bar />, { answers });
  await waitFor(() => expect(underWay).toHaveLength(1));
  await letGo();
  await screen.findByText('calm');
  const { fetch } = globalThis;
  const keptAt = new Date().toUTCString();
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const { body } = await fetch(...request);
    return new Response(body, { headers: { 'content-type': 'application/json', 'x-as-of': keptAt } });
  });
  await act(async () => emit(event(1, 'sos.raised', raised(4))));
  await screen.findByText('4');
  for (let time = 0; time < 2; time++) {
    await act(async () => void cache.invalidateQueries());
    await waitFor(() => expect(underWay.length).toBeGreaterThan(0));
    await letGo();
    await waitFor(() => expect(cache.isFetching()).toBe(0));
  }
  await act(async () => emit(event(2, 'sos.raised', raised(5))));
  await screen.findByText('4,5');
  // the server answers again, and knows better
  vi.stubGlobal('fetch', fetch);
  server = [raised(5)];
  await act(async () => void cache.invalidateQueries());
  await waitFor(() => expect(underWay.length).toBeGreaterThan(0));
  await letGo();
  await screen.findByText('5');
  expect(seen).toEqual(['calm', '4', '4,5', '5']);
});
