import { administration } from '@headland/contracts/administration';
import { consumables } from '@headland/contracts/consumable';
import { customers } from '@headland/contracts/customer';
import { devices } from '@headland/contracts/device';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { Endpoint } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { production } from '@headland/contracts/production';
import { reprogram } from '@headland/contracts/reprogram';
import { sales } from '@headland/contracts/sale';
import { accessHeader } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';

/** One question to a list, as a person asks it by opening, filtering or sorting. */
export interface Question {
  name: string;
  endpoint: Endpoint;
  query: Record<string, string>;
}
/** First pages of every list, each as it opens and as it is searched. */
export const questions: readonly Question[] = [
  { name: 'status', endpoint: vehicles.list, query: {} },
  { name: 'status, by VIN', endpoint: vehicles.list, query: { vin: 'HDLG1' } },
  { name: 'status, one VIN', endpoint: vehicles.list, query: { vin: '00054321' } },
  { name: 'status, offline', endpoint: vehicles.list, query: { online: 'false' } },
  { name: 'status, with open faults', endpoint: vehicles.list, query: { openFault: 'true' } },
  { name: 'status, of a customer', endpoint: vehicles.list, query: { customer: '김가수' } },
  { name: 'status, by engine hours', endpoint: vehicles.list, query: { sort: 'engineHours', order: 'desc' } },
  { name: 'status, by VIN in order', endpoint: vehicles.list, query: { sort: 'vin', order: 'asc' } },
  { name: 'production', endpoint: production.list, query: {} },
  { name: 'production, one VIN', endpoint: production.list, query: { vin: '00054321' } },
  { name: 'production, unmatched', endpoint: production.list, query: { matched: 'false' } },
  { name: 'production, by shipment', endpoint: production.list, query: { sort: 'shippedOn', order: 'desc' } },
  { name: 'sales', endpoint: sales.list, query: {} },
  { name: 'sales, unsold', endpoint: sales.list, query: { state: 'unsold' } },
  { name: 'sales, of a customer', endpoint: sales.list, query: { customer: '김가수' } },
  { name: 'models', endpoint: models.list, query: {} },
  { name: 'devices', endpoint: devices.list, query: {} },
  { name: 'devices, by id', endpoint: devices.list, query: { deviceId: '0054321' } },
  { name: 'devices, by firmware', endpoint: devices.list, query: { sort: 'firmware', order: 'asc' } },
  { name: 'devices, not in use', endpoint: devices.list, query: { status: 'not_in_use' } },
  { name: 'faults', endpoint: faults.list, query: {} },
  { name: 'consumables', endpoint: consumables.list, query: {} },
  { name: 'SOS calls', endpoint: sosAlerts.list, query: {} },
  { name: 'customers', endpoint: customers.list, query: {} },
  { name: 'customers, by name', endpoint: customers.list, query: { name: '김가수' } },
  { name: 'customers, by login ID', endpoint: customers.list, query: { loginId: '54321' } },
  { name: 'customers, by name in order', endpoint: customers.list, query: { sort: 'name', order: 'asc' } },
  { name: 'customers, by vehicles', endpoint: customers.list, query: { sort: 'vehicles', order: 'desc' } },
  { name: 'owner transfers', endpoint: ownerTransfers.list, query: {} },
  { name: 'remote service', endpoint: diagnosis.list, query: {} },
  { name: 'remote service, one VIN', endpoint: diagnosis.list, query: { vin: '00054321' } },
  { name: 'remote service, by open faults', endpoint: diagnosis.list, query: { sort: 'openFaults', order: 'desc' } },
  { name: 'reprogramming', endpoint: reprogram.list, query: { online: 'all' } },
  {
    name: 'reprogramming, by last program',
    endpoint: reprogram.list,
    query: { online: 'all', sort: 'lastFlashAt', order: 'desc' },
  },
  { name: 'organizations', endpoint: organizations.list, query: {} },
  { name: 'users', endpoint: users.list, query: {} },
  { name: 'access', endpoint: administration.access, query: {} },
  { name: 'changes', endpoint: administration.changes, query: {} },
  { name: 'events', endpoint: administration.events, query: {} },
  { name: 'quarantine', endpoint: administration.quarantine, query: {} },
];

export interface Answered {
  name: string;
  /** milliseconds, as a browser on the same machine would wait */
  p50: number;
  p95: number;
  total: number;
}

/** Asks one list this often, one after the other. The first two warm its plans and are not counted. Null: the asker may not read it. */
export async function ask(
  url: string,
  token: string,
  { name, endpoint, query }: Question,
  times: number,
): Promise<Answered | null> {
  const took: number[] = [];
  let total = 0;
  for (let i = -2; i < times; i++) {
    const began = performance.now();
    const response = await fetch(
      `${url}${endpoint.path}?${new URLSearchParams({ ...query, timeZone: 'Asia/Seoul' })}`,
      { headers: { [accessHeader]: token } },
    );
    const answer = (await response.json()) as { success: boolean; page?: { total: number }; error?: { code: string } };
    if (response.status === 403) return null;
    if (!answer.success) throw new Error(`${name}: ${answer.error?.code}`);
    total = answer.page?.total ?? 0;
    if (i >= 0) took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { name, p50: at(0.5), p95: at(0.95), total };
}
