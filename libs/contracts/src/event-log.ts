import { z } from 'zod';
import { features, type Feature } from './access';
import { ConsumableSummary } from './consumable';
import { startCommands } from './device/down';
import { FaultSummary } from './fault';
import { bannerStatuses } from './gpt-banner';
import { chatStates } from './gpt-chat';
import { TransferSummary } from './owner-transfer';
import { rollOutStates, rollOutSteps } from './roll-out';
import { replacedParts } from './service-write';
import { SosSummary } from './sos';

/**
 * The events of the log: name → payload and who may read it live. One row is written in the transaction of the change;
 * its number only grows. Payloads have no personal data of customers: it is read from endpoints that check and record
 * the access.
 */
/** Changed fields, before and after. */
const changes = z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }));
/** `note`: a person's text (a note, the reason of an escalation). `changes`: of a corrected dispatch. */
const sos = z.object({ sos: SosSummary, note: z.string().optional(), changes: changes.optional() });
/** `channel`: how the agency of an acceptance is notified. */
const fault = z.object({
  fault: FaultSummary,
  note: z.string().optional(),
  channel: z.enum(['push', 'sms', 'both']).optional(),
});
/** `nextId`: the cycle after a replacement. */
const consumable = z.object({ consumable: ConsumableSummary, nextId: z.number().optional() });
const device = z.object({ vehicleId: z.number().nullable(), deviceId: z.string() });
/** `note`: the reason of a rejection. */
const transfer = z.object({ transfer: TransferSummary, note: z.string().optional() });
/** Subjects of deliveries, besides accounts. */
export const deliverySubjects = ['sos', 'fault', 'consumable', 'transfer', 'customer'] as const;
export type DeliverySubject = (typeof deliverySubjects)[number];
/** A remote start (`requestId` of the vehicle's requests). `reason`: why it failed. */
const control = z.object({
  vehicleId: z.number(),
  deviceId: z.string(),
  requestId: z.number(),
  command: z.enum(startCommands),
  reason: z.string().optional(),
});
/** What happened to an account or a session; `agent` is the browser, `detail` further details. */
const account = z.object({
  userId: z.number().nullable(),
  loginId: z.string(),
  agent: z.string().nullable().optional(),
  detail: z.string().optional(),
});
/** Which rows were exported as a workbook: the list, its query, and the purpose if the list requires one. */
const exported = account.extend({
  list: z.string(),
  /** none: a workbook */
  format: z.literal('pdf').optional(),
  filter: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  rows: z.number(),
  purpose: z.string().optional(),
});
/** A record of an administration screen, with the changed fields, before and after; never secrets. */
const record = z.object({
  screen: z.enum(features),
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  changes,
  reason: z.string().optional(),
});
/**
 * Of a session on a remote machine. `test`: which one, with its verdict; `codes`: the cleared ones; `reason`: why it
 * ended or failed.
 */
const service = z.object({
  vehicleId: z.number(),
  deviceId: z.string(),
  sessionId: z.number(),
  test: z.string().optional(),
  verdict: z.string().optional(),
  reason: z.string().optional(),
  codes: z.array(z.string()).optional(),
});
/** A job of after-service. `state`: after the event. */
const serviceJob = z.object({
  vehicleId: z.number(),
  jobId: z.number(),
  state: z.string(),
  result: z.string().optional(),
});
/** A reset that needs two people. */
const approval = z.object({
  vehicleId: z.number(),
  sessionId: z.number(),
  approvalId: z.number(),
  part: z.enum(replacedParts),
});
/** A program transfer to a controller. */
const flash = z.object({
  vehicleId: z.number(),
  deviceId: z.string(),
  runId: z.number(),
  state: z.string(),
  reason: z.string().optional(),
  /** the state is as it was: what the controller runs has been reported after the end */
  late: z.literal(true).optional(),
});
/** One program for many vehicles. `state`: after the step. */
const rollOut = z.object({
  rollOutId: z.number(),
  state: z.enum(rollOutStates),
  step: z.enum(rollOutSteps),
  wave: z.number().optional(),
  /** a person's text; of a stop, failures and finished runs of the wave: "2/12" */
  reason: z.string().optional(),
});
/** `status` null: deleted; `turnsAt`: when its period begins or ends next. */
const gptBanner = z.object({
  bannerId: z.number(),
  status: z.enum(bannerStatuses).nullable(),
  turnsAt: z.string().nullable(),
});
/** A question of a customer; never its text. `state`: after the event. */
const gptChat = z.object({ questionId: z.number(), customerId: z.number(), state: z.enum(chatStates) });
/** To one member only: a notification, or a change of permissions. */
const toMember = z.object({ userId: z.number() });
const events = {
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
  /** a mistaken false alarm */
  'sos.reopened': sos,
  /** an evidence report was created; its SHA-256 in hex is stored here, where it cannot be changed */
  'sos.evidenced': sos.extend({
    evidence: z.object({ id: z.number(), sha256: z.string(), bytes: z.number(), language: z.enum(['ko', 'en']) }),
  }),
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
  /** no longer due, without a replacement: other items, another sale date, corrected hours */
  'consumable.safe': consumable,
  'consumable.replaced': consumable,
  /** the customer was notified */
  'consumable.notified': consumable,
  'transfer.requested': transfer,
  'transfer.accepted': transfer,
  'transfer.approved': transfer,
  'transfer.rejected': transfer,
  /** its document was downloaded, by a member or by link */
  'transfer.downloaded': transfer,
  'device.connected': device,
  'device.disconnected': device,
  'engine.started': device,
  'engine.stopped': device,
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
  /** the first connect for after-service */
  'serviceJob.begun': serviceJob,
  'serviceJob.changed': serviceJob,
  'serviceJob.closed': serviceJob,
  'approval.asked': approval,
  'approval.given': approval,
  'approval.declined': approval,
  'flash.changed': flash,
  'rollOut.changed': rollOut,
  /**
   * Data of these vehicles has changed (device, dealer, shipment, sale), so lists refetch; the changes are in their
   * record.changed. For a vehicle that changes its dealer, one for each organization.
   */
  'vehicle.changed': z.object({ vehicleIds: z.array(z.number()) }),
  'delivery.changed': z.object({
    subject: z.enum([...deliverySubjects, 'account']),
    subjectId: z.number(),
    deliveryId: z.number(),
  }),
  'account.loggedIn': account,
  'account.loginFailed': account,
  'account.lockedOut': account,
  'account.codeSent': account,
  'account.codeRefused': account,
  'account.loggedOut': account,
  'account.refreshRefused': account,
  'account.passwordChanged': account,
  'account.joined': account,
  'account.viewedInFull': account,
  'account.exported': exported,
  'member.notified': toMember,
  'member.changed': toMember,
  'record.created': record,
  'record.changed': record,
  'record.deleted': record,
  /** by the app: members who may see customers are notified, and read who it is */
  'customer.joined': z.object({ customerId: z.number() }),
  'customer.withdrawn': z.object({ customerId: z.number() }),
  /** written, suspended, deleted, or its period began or ended */
  'gptBanner.changed': gptBanner,
  'gptChat.asked': gptChat,
  'gptChat.ended': gptChat,
  'kiosk.issued': z.object({ kioskId: z.number() }),
  /** to its own screens, too */
  'kiosk.changed': z.object({ kioskId: z.number() }),
  'kiosk.rotated': z.object({ kioskId: z.number() }),
  'kiosk.revoked': z.object({ kioskId: z.number() }),
  /** lost with a fail-over or an older backup: how many, between which times */
  'system.eventsLost': z.object({ lost: z.number(), from: z.string().nullable(), to: z.string().nullable() }),
} as const;
export const eventSchemas = events;
export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
export const eventNames = Object.keys(events) as EventName[];

/** The feature whose R lets a console receive an event; null: never pushed, audit only. */
export function featureOf(name: EventName): Feature | null {
  const head = name.split('.')[0];
  if (head === 'sos' || head === 'delivery') return 'sos';
  if (head === 'fault') return 'breakdown';
  if (head === 'diagnosis') return 'remote';
  if (head === 'flash' || head === 'rollOut') return 'reProgram';
  if (head === 'serviceJob' || head === 'approval') return 'afterService';
  if (head === 'transfer') return 'ownerTransfer';
  if (head === 'consumable') return 'expendable';
  if (head === 'gptBanner') return 'gptBanner';
  if (head === 'gptChat') return 'gptChatData';
  if (head === 'customer') return 'customer';
  if (head === 'device' || head === 'engine' || head === 'control' || head === 'vehicle') return 'status';
  return null;
}

/** One row of the log as a console receives it. `at` is when it was committed, ISO 8601 UTC. */
export interface LoggedEvent<N extends EventName = EventName> {
  number: number;
  at: string;
  name: N;
  payload: EventPayload<N>;
  by: string | null;
}
