import type { Envelope, Page } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { accessHeader } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import { logIn, LoginRefused } from '@headland/testing/log-in';
import type { Pool } from 'pg';
import { codesIn } from '../../../src/run/sent-codes';
import { StopWith } from '../../../src/run/stop-with';
import { password, type AccountName } from '../world/registry';

/** The fields of an SOS or a report that must agree. */
export interface Shown {
  id: number;
  version: number;
  status: string;
  /** presses of an SOS, occurrences of a report */
  times: number;
}

export async function login(url: string, account: AccountName, pool: Pool): Promise<string> {
  try {
    return (await logIn(url, { id: account, password }, codesIn(pool))).accessToken;
  } catch (error) {
    throw error instanceof LoginRefused ? new StopWith(`cannot log in as ${account}: ${error.message}`) : error;
  }
}

export const listSos = (url: string, token: string): Promise<Shown[]> =>
  listAll<{ id: number; version: number; status: string; presses: number }>(url + sosAlerts.list.path, token).then(
    (rows) => rows.map((r) => ({ id: r.id, version: r.version, status: r.status, times: r.presses })),
  );

export const listReports = (url: string, token: string): Promise<Shown[]> =>
  listAll<{ id: number; version: number; status: string; count: number }>(url + faults.list.path, token).then((rows) =>
    rows.map((r) => ({ id: r.id, version: r.version, status: r.status, times: r.count })),
  );

/** Page by page, in an order in which new rows move no row to a page that was read already. */
async function listAll<T>(url: string, token: string): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ tab: 'all', size: '100', page: String(page), sort: 'age', order: 'desc' });
    const answer = await fetch(`${url}?${query}`, {
      headers: { [accessHeader]: token },
      signal: AbortSignal.timeout(10_000),
    });
    const envelope = (await answer.json()) as Envelope<T[]> & { page?: Page };
    if (!envelope.success) throw new Error(`${url}: ${envelope.error.code}`);
    rows.push(...envelope.data);
    if (envelope.data.length === 0 || rows.length >= (envelope.page?.total ?? 0)) return rows;
  }
}
