import { eventNames, type LoggedEvent } from '@headland/contracts/event-log';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from './on-event';
import { ringing } from './ringing-query';

interface List {
  rows: { id: number; version?: number; status?: string; customer?: unknown; online?: boolean }[];
  page: { total: number };
}
let cache: QueryClient;
const listKey = [sosAlerts.list.path, { query: { tab: 'queue' } }];
const put = (key: readonly unknown[], rows: List['rows']) =>
  cache.setQueryData(key, { rows, page: { number: 1, size: 20, total: rows.length } });
const rows = (key: readonly unknown[]) => cache.getQueryData<List>(key)?.rows;
const event = (name: string, payload: unknown) =>
  ({ number: 1, at: '2026-11-20T05:00:00Z', name, payload, by: null }) as LoggedEvent;
const call = (id: number, version: number, status: string) => ({ sos: { id, version, status } });

beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('an event of an SOS', () => {
  it('changes the shown row in place and keeps what the event does not carry', () => {
    put(listKey, [
      { id: 4, version: 1, status: 'raised', customer: { name: '김*수' } },
      { id: 5, version: 1, status: 'raised' },
    ]);
    applyEvent(cache, event('sos.acknowledged', call(4, 2, 'acknowledged')));
    expect(rows(listKey)).toEqual([
      { id: 4, version: 2, status: 'acknowledged', customer: { name: '김*수' } },
      { id: 5, version: 1, status: 'raised' },
    ]);
  });
  it('that is older than what is shown changes nothing', () => {
    put(listKey, [{ id: 4, version: 3, status: 'dispatched' }]);
    const before = rows(listKey);
    applyEvent(cache, event('sos.acknowledged', call(4, 2, 'acknowledged')));
    expect(rows(listKey)).toBe(before);
  });
  it('raised enters the list of the bar at once, and only once', () => {
    const key = [sosAlerts.list.path, ringing];
    put(key, []);
    cache.setQueryData<object>(key, (list) => ({ ...list, askedAt: 7 }));
    applyEvent(cache, event('sos.raised', call(4, 1, 'raised')));
    applyEvent(cache, event('sos.raised', call(4, 1, 'raised')));
    expect(rows(key)?.map((r) => r.id)).toEqual([4]);
    expect(cache.getQueryData(key)).toHaveProperty('askedAt', 7);
  });
  it('does not put rows into lists whose filter and order only the server knows', () => {
    put(listKey, []);
    applyEvent(cache, event('sos.raised', call(4, 1, 'raised')));
    expect(rows(listKey)).toEqual([]);
  });
  it('changes the open detail, too', () => {
    cache.setQueryData([sosAlerts.get.path, { params: { id: 4 } }], {
      id: 4,
      version: 1,
      status: 'raised',
      tilt: { x: 52 },
    });
    applyEvent(cache, event('sos.acknowledged', call(4, 2, 'acknowledged')));
    expect(cache.getQueryData([sosAlerts.get.path, { params: { id: 4 } }])).toEqual({
      id: 4,
      version: 2,
      status: 'acknowledged',
      tilt: { x: 52 },
    });
  });
  it('has lists and counts read again within a second, once for a burst', () => {
    const invalidate = vi.spyOn(cache, 'invalidateQueries');
    for (let i = 0; i < 50; i++)
      applyEvent(cache, event('fault.repeated', { fault: { id: i, version: 2, status: 'occurred' } }));
    expect(invalidate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    const read = invalidate.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
    expect(read.filter((path) => path === faults.list.path)).toHaveLength(1);
    expect(read).toContain(faults.counts.path);
    expect(read).toContain(vehicles.counts.path);
  });
});

it('a device that connects or leaves changes its vehicle’s row', () => {
  const key = [vehicles.list.path, {}];
  put(key, [
    { id: 7, online: false },
    { id: 8, online: true },
  ]);
  applyEvent(cache, event('device.connected', { vehicleId: 7, deviceId: 'D' }));
  applyEvent(cache, event('device.disconnected', { vehicleId: 8, deviceId: 'E' }));
  applyEvent(cache, event('device.disconnected', { vehicleId: null, deviceId: 'F' }));
  expect(rows(key)).toEqual([
    { id: 7, online: true },
    { id: 8, online: false },
  ]);
});

it('an event of a newer server is no harm, and every known one has its row', () => {
  expect(() => applyEvent(cache, event('tractor.flew', {}))).not.toThrow();
  for (const name of eventNames)
    expect(() =>
      applyEvent(
        cache,
        event(name, {
          consumable: { id: 1 },
          transfer: { id: 1 },
          sos: { id: 1, version: 1 },
          fault: { id: 1, version: 1 },
          vehicleId: 1,
          deviceId: 'D',
          subject: 'sos',
        }),
      ),
    ).not.toThrow();
});
