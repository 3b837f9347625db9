import { afterService } from '@headland/contracts/after-service';
import { type ConsumableSummary, consumables } from '@headland/contracts/consumable';
import { customers } from '@headland/contracts/customer';
import type { EventName, EventPayload, LoggedEvent } from '@headland/contracts/event-log';
import { type FaultSummary, faults } from '@headland/contracts/fault';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { gptChats } from '@headland/contracts/gpt-chat';
import { diagnosis } from '@headland/contracts/diagnosis';
import { type DeviceDetail, type DeviceRow, devices } from '@headland/contracts/device';
import { myInfo } from '@headland/contracts/my-info';
import { notifications } from '@headland/contracts/notification';
import { ownerTransfers, type TransferSummary } from '@headland/contracts/owner-transfer';
import { production } from '@headland/contracts/production';
import { reprogram } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { sosAlerts, type SosRow, type SosSummary } from '@headland/contracts/sos';
import { dash } from '@headland/contracts/statistics';
import { type VehicleRow, vehicles } from '@headland/contracts/vehicle';
import { sales } from '@headland/contracts/sale';
import { session } from '@headland/contracts/session';
import type { QueryClient } from '@tanstack/react-query';
import { memberChanged } from '../session/session';
import { ringing } from './ringing-query';

/**
 * Updates the query cache for an event of the log: shown rows are patched in place; what an event does not contain
 * (order, counts, rows that leave a filter) is refetched, at most once a second. One row per event name;
 * screen-specific reactions use `useLiveEvents`.
 */
type Row<N extends EventName> = (cache: QueryClient, payload: EventPayload<N>) => void;
const sos = (cache: QueryClient, { sos: alert }: { sos: SosSummary }) => {
  patchRows(cache, sosAlerts.list.path, alert);
  patchOne(cache, sosAlerts.get.path, alert);
  ring(cache, alert);
  for (const path of [
    sosAlerts.list.path,
    sosAlerts.counts.path,
    sosAlerts.get.path,
    vehicles.counts.path,
    dash.now.path,
  ])
    readAgain(cache, path);
};
const fault = (cache: QueryClient, { fault: report }: { fault: FaultSummary }) => {
  patchRows(cache, faults.list.path, report);
  patchOne(cache, faults.get.path, report);
  for (const path of [
    faults.list.path,
    faults.counts.path,
    faults.get.path,
    vehicles.counts.path,
    dash.now.path,
    vehicles.faults.path,
  ])
    readAgain(cache, path);
};
/** Shown rows are patched; new matches of a filter wait behind "n new" (the list detects them itself). */
const consumable = (cache: QueryClient, { consumable: cycle }: { consumable: ConsumableSummary }) => {
  patchRows(cache, consumables.list.path, { id: cycle.id, state: cycle.state, percent: cycle.percent });
  patchOne(cache, consumables.get.path, { id: cycle.id, state: cycle.state, percent: cycle.percent });
  for (const path of [consumables.get.path, dash.now.path, vehicles.consumables.path, vehicles.history.path])
    readAgain(cache, path);
};
/** Rows that leave the list or change their data in it. */
const consumableDone = (cache: QueryClient, payload: { consumable: ConsumableSummary }) => {
  consumable(cache, payload);
  readAgain(cache, consumables.list.path);
};
const connection =
  (online: boolean) =>
  (cache: QueryClient, { vehicleId, deviceId }: { vehicleId: number | null; deviceId: string }) => {
    if (vehicleId !== null) patchRows<VehicleRow>(cache, vehicles.list.path, { id: vehicleId, online });
    patchDevice(cache, deviceId, online);
    readAgain(cache, vehicles.counts.path);
    readAgain(cache, dash.now.path);
    readAgain(cache, vehicles.history.path);
  };
const engine = (cache: QueryClient) => {
  readAgain(cache, vehicles.counts.path);
  readAgain(cache, dash.now.path);
  readAgain(cache, vehicles.history.path);
};
const control = (cache: QueryClient) => {
  readAgain(cache, vehicles.lastStart.path);
  readAgain(cache, vehicles.history.path);
};
/** A new one does not move the list: it waits behind "1 new". */
const transferRequested = (cache: QueryClient) => {
  for (const path of [ownerTransfers.counts.path, vehicles.history.path]) readAgain(cache, path);
};
const transfer = (cache: QueryClient, { transfer: summary }: { transfer: TransferSummary }) => {
  const { fromId: _from, toId: _to, ...shown } = summary;
  patchRows(cache, ownerTransfers.list.path, shown);
  patchOne(cache, ownerTransfers.get.path, shown);
  for (const path of [
    ownerTransfers.list.path,
    ownerTransfers.counts.path,
    ownerTransfers.get.path,
    dash.now.path,
    vehicles.history.path,
  ])
    readAgain(cache, path);
};
/** A unit's record: its device, dealer, shipment or sale. Every list that shows one is refetched. */
const unit = (cache: QueryClient) => {
  for (const path of [
    production.list.path,
    production.get.path,
    production.history.path,
    vehicles.list.path,
    vehicles.get.path,
    devices.list.path,
    devices.get.path,
    faults.list.path,
    faults.counts.path,
    sales.list.path,
    sales.get.path,
    sales.history.path,
  ])
    readAgain(cache, path);
};
const delivery = (cache: QueryClient, { subject }: EventPayload<'delivery.changed'>) => {
  // whatever it was about, it may have been sent to a customer
  readAgain(cache, customers.messages.path);
  readAgain(
    cache,
    subject === 'sos'
      ? sosAlerts.get.path
      : subject === 'consumable'
        ? consumables.get.path
        : subject === 'transfer'
          ? ownerTransfers.get.path
          : faults.get.path,
  );
};
const customer = (cache: QueryClient) => {
  for (const path of [customers.list.path, customers.get.path, customers.history.path]) readAgain(cache, path);
};
const member = (cache: QueryClient, { userId }: EventPayload<'member.changed'>) => {
  for (const path of [session.member.path, myInfo.get.path]) readAgain(cache, path);
  void memberChanged(userId);
};
const notified = (cache: QueryClient) => {
  for (const path of [notifications.unread.path, notifications.list.path]) readAgain(cache, path);
};
const service = (cache: QueryClient) => {
  for (const path of [
    diagnosis.list.path,
    diagnosis.get.path,
    diagnosis.session.path,
    diagnosis.history.path,
    diagnosis.entry.path,
    reprogram.list.path,
    reprogram.preflight.path,
    afterService.list.path,
    afterService.injectors.path,
    afterService.writes.path,
  ])
    readAgain(cache, path);
};
const serviceJob = (cache: QueryClient) => {
  for (const path of [afterService.list.path, afterService.job.path, afterService.get.path, afterService.jobs.path])
    readAgain(cache, path);
};
const approval = (cache: QueryClient) => readAgain(cache, afterService.approvals.path);
const flash = (cache: QueryClient) => {
  for (const path of [
    reprogram.list.path,
    reprogram.runs.path,
    reprogram.run.path,
    reprogram.log.path,
    reprogram.preflight.path,
    diagnosis.list.path,
    diagnosis.get.path,
    rollOuts.list.path,
    rollOuts.get.path,
    rollOuts.vehicles.path,
  ])
    readAgain(cache, path);
};
const rollOut = (cache: QueryClient) => {
  for (const path of [rollOuts.list.path, rollOuts.get.path, rollOuts.vehicles.path]) readAgain(cache, path);
};
const gptBanner = (cache: QueryClient) => {
  for (const path of [gptBanners.list.path, gptBanners.get.path, gptBanners.history.path]) readAgain(cache, path);
};
/** In a list new ones wait behind "1 new", and the page itself reads the answer of one that it shows. */
const chat = (cache: QueryClient) => {
  for (const path of [gptChats.get.path, gptChats.count.path]) readAgain(cache, path);
};
const nothing = () => undefined;

const table: { [N in EventName]: Row<N> } = {
  'sos.raised': sos,
  'sos.repeated': sos,
  'sos.acknowledged': sos,
  'sos.dispatched': sos,
  'sos.assigned': sos,
  'sos.escalated': sos,
  'sos.noted': sos,
  'sos.resolved': sos,
  'sos.falseAlarm': sos,
  'sos.dispatchCorrected': sos,
  'sos.reopened': sos,
  'sos.evidenced': (cache) => {
    for (const path of [sosAlerts.get.path, sosAlerts.evidence.path]) readAgain(cache, path);
  },
  'fault.occurred': fault,
  'fault.repeated': fault,
  'fault.cleared': fault,
  'fault.taken': fault,
  'fault.accepted': fault,
  'fault.reassigned': fault,
  'fault.escalated': fault,
  'fault.noted': fault,
  'fault.completed': fault,
  'fault.imageAdded': fault,
  'fault.imageRemoved': fault,
  'consumable.imminent': consumable,
  'consumable.exceeded': consumable,
  'consumable.safe': consumable,
  'consumable.replaced': consumableDone,
  'consumable.notified': consumableDone,
  'transfer.requested': transferRequested,
  'transfer.accepted': transfer,
  'transfer.approved': transfer,
  'transfer.rejected': transfer,
  'transfer.downloaded': transfer,
  'device.connected': connection(true),
  'device.disconnected': connection(false),
  'engine.started': engine,
  'engine.stopped': engine,
  'control.requested': control,
  'control.succeeded': control,
  'control.failed': control,
  'diagnosis.opened': service,
  'diagnosis.connected': service,
  'diagnosis.ended': service,
  'diagnosis.testStarted': service,
  'diagnosis.testEnded': service,
  'diagnosis.judged': service,
  'diagnosis.faultsCleared': service,
  'serviceJob.started': serviceJob,
  'serviceJob.begun': serviceJob,
  'serviceJob.changed': serviceJob,
  'serviceJob.closed': serviceJob,
  'approval.asked': approval,
  'approval.given': approval,
  'approval.declined': approval,
  'flash.changed': flash,
  'rollOut.changed': rollOut,
  'vehicle.changed': unit,
  'delivery.changed': delivery,
  'account.loggedIn': nothing,
  'account.loginFailed': nothing,
  'account.loggedOut': nothing,
  'account.lockedOut': nothing,
  'account.codeSent': nothing,
  'account.codeRefused': nothing,
  'account.refreshRefused': nothing,
  'account.passwordChanged': nothing,
  'account.joined': nothing,
  'account.viewedInFull': nothing,
  'account.exported': nothing,
  'member.notified': notified,
  'member.changed': member,
  'record.created': nothing,
  'record.changed': nothing,
  'record.deleted': nothing,
  'customer.joined': customer,
  'customer.withdrawn': customer,
  'gptBanner.changed': gptBanner,
  'gptChat.asked': chat,
  'gptChat.ended': chat,
  'kiosk.issued': nothing,
  'kiosk.changed': nothing,
  'kiosk.rotated': nothing,
  'kiosk.revoked': nothing,
  'system.eventsLost': nothing,
};

export function applyEvent(cache: QueryClient, event: LoggedEvent): void {
  (table[event.name] as Row<EventName> | undefined)?.(cache, event.payload);
}

interface Rows<T> {
  rows: T[];
  page: { number: number; size: number; total: number };
}
type Versioned = { id: number; version?: number };

/** In every cached list of this path: replaces the row with this id, unless the shown one is newer. */
function patchRows<T extends Versioned>(cache: QueryClient, path: string, change: Partial<T> & Versioned): void {
  cache.setQueriesData<Rows<T>>({ queryKey: [path] }, (list) => {
    if (!list?.rows.some((row) => row.id === change.id && !newer(row, change))) return list;
    return { ...list, rows: list.rows.map((row) => (row.id === change.id ? { ...row, ...change } : row)) };
  });
}

function patchOne<T extends Versioned>(cache: QueryClient, path: string, change: T): void {
  cache.setQueriesData<T>({ queryKey: [path] }, (one) =>
    one && one.id === change.id && !newer(one, change) ? { ...one, ...change } : one,
  );
}

/**
 * Patches the connection where the device is shown; signal and firmware, which changed with it, are refetched. Other
 * pages are unaffected when a fleet reconnects.
 */
function patchDevice(cache: QueryClient, deviceId: string, online: boolean): void {
  let shown = false;
  const patched = <D extends DeviceRow>(device: D): D => {
    if (device.deviceId !== deviceId) return device;
    shown = true;
    return { ...device, online };
  };
  cache.setQueriesData<Rows<DeviceRow>>({ queryKey: [devices.list.path] }, (list) =>
    list?.rows.some((d) => d.deviceId === deviceId) ? { ...list, rows: list.rows.map(patched) } : list,
  );
  cache.setQueriesData<DeviceDetail>({ queryKey: [devices.get.path] }, (device) => device && patched(device));
  if (shown) for (const path of [devices.list.path, devices.get.path]) readAgain(cache, path);
}

function ring(cache: QueryClient, alert: SosSummary): void {
  if (alert.status !== 'raised' || alert.late) return;
  cache.setQueryData<Rows<SosRow>>([sosAlerts.list.path, ringing], (list) => {
    if (!list || list.rows.some((row) => row.id === alert.id)) return list;
    const rows = [...list.rows, { ...alert, customer: null }];
    return { ...list, rows, page: { ...list.page, total: list.page.total + 1 } };
  });
}

const newer = (shown: Versioned, change: Versioned): boolean =>
  shown.version !== undefined && change.version !== undefined && shown.version >= change.version;

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** Spread over a second, so that a hundred consoles do not refetch at the same instant. */
function readAgain(cache: QueryClient, path: string): void {
  if (waiting.has(path)) return;
  waiting.set(
    path,
    setTimeout(
      () => {
        waiting.delete(path);
        void cache.invalidateQueries({ queryKey: [path] });
      },
      200 + Math.random() * 800,
    ),
  );
}
