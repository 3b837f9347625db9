import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { Notification, NotificationPreference, notifications, PushDevice } from '@headland/contracts/notification';
import { type ChannelOverride, notificationDays, preferencesOf } from '@headland/domain/notification';
import type { Tx } from '../../platform/database/rows';

type Filter = Parsed<typeof notifications.list>['query'];

interface Row extends Omit<Notification, 'at' | 'readAt' | 'vehicle'> {
  at: Date;
  readAt: Date | null;
  vehicleId: number | null;
  vin: string | null;
  model: string | null;
}

/** A member's own, newest first. */
export async function notificationsOf(
  tx: Tx,
  userId: number,
  { page, size, kind, unread }: Filter,
  now: Date,
): Promise<Reply<typeof notifications.list>> {
  const where = `n.user_id = $1 AND n.at > $2 AND (cardinality($3::text[]) = 0 OR n.kind = ANY($3)) AND ($4::boolean IS NOT TRUE OR n.read_at IS NULL)`;
  const parameters = [userId, keptSince(now), kind, unread ?? null];
  const rows = await tx.query<Row[]>(
    `SELECT n.id::int, n.kind, n.text, n.link, n.count, n.at, n.read_at AS "readAt", v.id AS "vehicleId", v.vin, m.name AS model
     FROM notification n LEFT JOIN vehicle v ON v.id = n.vehicle_id LEFT JOIN model m ON m.id = v.model_id
     WHERE ${where} ORDER BY n.at DESC, n.id DESC LIMIT $5 OFFSET $6`,
    [...parameters, size, (page - 1) * size],
  );
  const [count] = await tx.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM notification n WHERE ${where}`,
    parameters,
  );
  return { rows: rows.map(toNotification), total: count?.total ?? 0 };
}

const toNotification = ({ vehicleId, vin, model, at, readAt, ...rest }: Row): Notification => ({
  ...rest,
  vehicle: vehicleId === null || vin === null || model === null ? null : { id: vehicleId, vin, model },
  at: at.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

export async function unreadOf(tx: Tx, userId: number, now: Date): Promise<{ unread: number }> {
  const [row] = await tx.query<{ unread: number }[]>(
    'SELECT count(*)::int AS unread FROM notification WHERE user_id = $1 AND read_at IS NULL AND at > $2',
    [userId, keptSince(now)],
  );
  return { unread: row?.unread ?? 0 };
}

export const keptSince = (now: Date): Date => new Date(now.getTime() - notificationDays * 86_400_000);

export async function preferencesFor(tx: Tx, userId: number): Promise<NotificationPreference[]> {
  return preferencesOf(
    await tx.query<ChannelOverride[]>('SELECT kind, channel, wanted FROM notification_preference WHERE user_id = $1', [
      userId,
    ]),
  );
}

export interface DeviceRow {
  id: number;
  endpoint: string;
  agent: string | null;
  created_at: Date;
  last_used_at: Date | null;
  session_id: string | null;
}
export const deviceColumns = 'id, endpoint, agent, created_at, last_used_at, session_id';

export async function devicesOf(tx: Tx, userId: number, sessionId: string): Promise<z.output<typeof PushDevice>[]> {
  const rows = await tx.query<DeviceRow[]>(
    `SELECT ${deviceColumns} FROM push_subscription WHERE user_id = $1 ORDER BY id DESC`,
    [userId],
  );
  return rows.map((row) => toDevice(row, sessionId));
}

/** The endpoint itself is a credential: it is never shown. */
export const toDevice = (
  { id, endpoint, agent, created_at, last_used_at, session_id }: DeviceRow,
  sessionId: string,
): z.output<typeof PushDevice> => ({
  id,
  agent,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  endpointHash: createHash('sha256').update(endpoint).digest('hex'),
  ofThisSession: session_id === sessionId,
});
