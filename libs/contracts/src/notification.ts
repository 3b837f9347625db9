import { z } from 'zod';
import { endpoint } from './endpoint';
import { bigId, flag, id, many, paging, timeZone } from './fields';
import { VehicleRef } from './shared-shapes';

/**
 * The notification centre: a member's notifications, kept 90 days. Each belongs to one member and is read and marked by
 * no one else. The event `member.notified` says that the own list and count have changed.
 */
export const notificationKinds = [
  'sos',
  'fault',
  'consumable',
  /** about a vehicle of the own list */
  'watch',
  'transfer',
  'diagnosis',
  'reprogramming',
  'export',
  'account',
  'system',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
/** `inApp` is the centre itself; the others send a message. */
export const notificationChannels = ['inApp', 'push', 'email', 'sms'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export const Notification = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  text: z.object({ ko: z.string(), en: z.string() }),
  /** the screen that it opens in the console: `/sos?id=4` */
  link: z.string().nullable(),
  vehicle: VehicleRef.pick({ id: true, vin: true, model: true }).nullable(),
  /** how many of the same vehicle within a minute it combines; `text` is the newest's */
  count: z.number(),
  at: z.string(),
  readAt: z.string().nullable(),
});
export type Notification = z.output<typeof Notification>;

const Unread = z.object({ unread: z.number() });
/** `readAt`: what this act has marked has it; by it the act can be taken back */
const Marked = Unread.extend({ readAt: z.string() });

const channelFlags = Object.fromEntries(notificationChannels.map((channel) => [channel, z.boolean()])) as Record<
  NotificationChannel,
  z.ZodBoolean
>;
export const NotificationPreference = z.object({ kind: z.enum(notificationKinds), ...channelFlags });
export type NotificationPreference = z.output<typeof NotificationPreference>;
/** The one setting that is not allowed: an SOS is always shown. */
export const mustStay = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  kind === 'sos' && channel === 'inApp';
export const PreferencesBody = z.object({
  preferences: z
    .array(
      NotificationPreference.refine((p) => !(mustStay(p.kind, 'inApp') && !p.inApp), {
        error: 'field.sosInApp',
        path: ['inApp'],
      }),
    )
    .min(1)
    .max(notificationKinds.length),
});

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, 'field.invalid');
/** A member's quiet hours (domain/quiet-hours). `days`: on which they begin, 0 is Sunday; `to` before `from` is on the next day. */
export const QuietHours = z.object({
  days: z.array(z.number().int().min(0).max(6)).min(1, 'field.req').max(7),
  from: clockTime,
  to: clockTime,
  timeZone,
});
export type QuietHours = z.output<typeof QuietHours>;
/** null: there are none */
const OwnQuietHours = z.object({ quietHours: QuietHours.nullable() });

/** A browser as `PushManager.subscribe` gives it, `PushSubscription.toJSON()` as it is. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{80,100}={0,2}$/), auth: z.string().regex(/^[\w-]{20,30}={0,2}$/) }),
});
export const PushDevice = z.object({
  id: z.number(),
  /** the browser as it named itself (User-Agent) */
  agent: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** for the browser to find itself: SHA-256 of its endpoint, hexadecimal */
  endpointHash: z.string(),
  /** it was turned on, or carried on, in the session that asks; its end may end it */
  ofThisSession: z.boolean(),
});
/**
 * The payload of a service worker, as JSON. The same `tag` replaces a shown notification: a repeated attempt is seen
 * once.
 */
export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  link: z.string(),
  tag: z.string(),
  kind: z.enum(['sos', 'fault', 'consumable', 'transfer', 'customer', 'account', 'notice']),
});
export type PushPayload = z.output<typeof PushPayload>;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    allow: 'member',
    summary: 'Own notifications of the last 90 days, newest first',
    query: z.object({ ...paging, size: paging.size.default(50), kind: many(z.enum(notificationKinds)), unread: flag }),
    data: Notification,
    page: true,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/notifications/unread',
    allow: 'member',
    summary: 'How many are unread',
    data: Unread,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    allow: 'member',
    summary: 'Mark these as read; one that is not the own is not found',
    body: z.object({ ids: z.array(bigId).min(1).max(100) }),
    data: Marked,
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/notifications/read-all',
    allow: 'member',
    summary: 'Mark all as read, up to the newest that was shown: what comes meanwhile stays unread',
    body: z.object({ upTo: bigId.optional() }),
    data: Marked,
  }),
  takeBackRead: endpoint({
    method: 'POST',
    path: '/api/notifications/take-back-read',
    allow: 'member',
    summary: 'Make unread again what one act marked, within a minute',
    body: z.object({ readAt: z.iso.datetime() }),
    data: Unread,
  }),
  preferences: endpoint({
    method: 'GET',
    path: '/api/notifications/preferences',
    allow: 'member',
    summary: 'The channels of each kind of notification',
    data: z.array(NotificationPreference),
  }),
  setPreferences: endpoint({
    method: 'PUT',
    path: '/api/notifications/preferences',
    allow: 'member',
    summary: 'Change them, whole kinds at a time; answers all',
    body: PreferencesBody,
    data: z.array(NotificationPreference),
  }),
  quietHours: endpoint({
    method: 'GET',
    path: '/api/notifications/quiet-hours',
    allow: 'member',
    summary: 'The own quiet hours, in which no push and no SMS is sent of what can wait',
    data: OwnQuietHours,
  }),
  setQuietHours: endpoint({
    method: 'PUT',
    path: '/api/notifications/quiet-hours',
    allow: 'member',
    summary: 'Sets the own quiet hours; null: none',
    body: OwnQuietHours,
    data: OwnQuietHours,
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/notifications/devices',
    allow: 'member',
    summary: 'The own browsers that take web push, and the key to subscribe with (null: not configured)',
    data: z.object({ publicKey: z.string().nullable(), devices: z.array(PushDevice) }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/devices',
    allow: 'member',
    summary: 'Registers this browser for web push; again for the same one changes nothing',
    body: PushSubscriptionBody,
    data: PushDevice,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/notifications/devices/:id',
    allow: 'member',
    summary: 'Removes this browser from web push',
    params: z.object({ id }),
    data: z.object({ ended: z.literal(true) }),
  }),
};
