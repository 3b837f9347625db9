import { z } from 'zod';
import { endpoint } from './endpoint';
import type { LoggedEvent } from './event-log';
import { type ConsumableRow, dueStates } from './consumable';
import { FaultSummary } from './fault';
import { WallSettings } from './kiosk';
import { SosSummary } from './sos';

/** A consumable that is due: what and where, never whose. */
const WallConsumable = z.object({
  id: z.number(),
  state: z.enum(dueStates),
  model: z.string(),
  vin: z.string(),
  item: z.string(),
  percent: z.number().nullable(),
  dealer: z.string().nullable(),
});
/** Where the vehicles of an organization are, without the farthest of them. */
const WallArea = z.object({
  organizationId: z.number(),
  name: z.string(),
  south: z.number(),
  west: z.number(),
  north: z.number(),
  east: z.number(),
});
export type WallArea = z.output<typeof WallArea>;

/**
 * The data of the wall display: read-only, scoped by its token, never a customer's name or phone, nor texts or names of
 * people (sosForWall).
 */
export const WallPicture = z.object({
  /** event number of this snapshot; live events continue from here */
  head: z.number(),
  at: z.string(),
  name: z.string(),
  organization: z.string(),
  /** of its token; null for a member who looks at the wall */
  settings: WallSettings.nullable(),
  /** of the maps in its playlist */
  areas: z.array(WallArea),
  sos: z.array(SosSummary),
  faults: z.array(FaultSummary),
  sosOpen: z.number(),
  faultsOpen: z.object({ critical: z.number(), major: z.number(), minor: z.number() }),
  vehicles: z.number(),
  online: z.number(),
  engineOn: z.number(),
  faultsOverdue: z.number(),
  /** read only where the playlist shows them; `total`: all that are due */
  consumables: z.object({ total: z.number(), rows: z.array(WallConsumable) }).nullable(),
  acceptedToday: z.number(),
  completedToday: z.number(),
  medianAcknowledgeSeconds: z.number().nullable(),
});
export type WallPicture = z.output<typeof WallPicture>;
export const wall = {
  picture: endpoint({
    method: 'GET',
    path: '/api/wall',
    allow: 'wall',
    summary: 'Everything the wall shows but the map',
    data: WallPicture,
  }),
};

/**
 * A wall display hangs in public, so it only gets what it shows: field by field, so that a new field of an SOS or a
 * report does not compile before somebody has decided about it. No person, phone or free text.
 */
export function sosForWall(c: SosSummary): SosSummary {
  return {
    ...{
      id: c.id,
      version: c.version,
      status: c.status,
      type: c.type,
      origin: c.origin,
      late: c.late,
      presses: c.presses,
    },
    ...{ raisedAt: c.raisedAt, receivedAt: c.receivedAt, deviceTime: c.deviceTime, skewMs: c.skewMs },
    ...{ vehicle: c.vehicle, lat: c.lat, lon: c.lon, positionAt: c.positionAt, place: c.place, agency: c.agency },
    ...{
      escalationLevel: c.escalationLevel,
      escalatedTo: c.escalatedTo,
      nextEscalationAt: c.nextEscalationAt,
      nextEscalationTo: c.nextEscalationTo,
    },
    ...{ acknowledgedAt: c.acknowledgedAt, dispatchedAt: c.dispatchedAt, closedAt: c.closedAt },
    ...{ handler: null, acknowledgedBy: null, dispatch: null, injured: null, cause: null, resolution: null },
  };
}

export function faultForWall(f: FaultSummary): FaultSummary {
  return {
    ...{
      id: f.id,
      version: f.version,
      status: f.status,
      severity: f.severity,
      code: f.code,
      name: f.name,
      part: f.part,
      spn: f.spn,
      fmi: f.fmi,
    },
    ...{
      lamp: f.lamp,
      count: f.count,
      occurredAt: f.occurredAt,
      lastAt: f.lastAt,
      receivedAt: f.receivedAt,
      clearedAt: f.clearedAt,
    },
    ...{ vehicle: f.vehicle, lat: f.lat, lon: f.lon, place: f.place, agency: f.agency, dueAt: f.dueAt },
    ...{
      acceptedAt: f.acceptedAt,
      completedAt: f.completedAt,
      escalationLevel: f.escalationLevel,
      escalatedTo: f.escalatedTo,
    },
    ...{ personInCharge: null, acceptedBy: null, completedBy: null, memo: null },
  };
}

export function consumableForWall(c: ConsumableRow): z.output<typeof WallConsumable>[] {
  const { id, state, model, vin, item, percent, dealer } = c;
  return state === 'imminent' || state === 'exceeded'
    ? [{ id, state, model, vin, item, percent, dealer: dealer?.name ?? null }]
    : [];
}

/** A wall display's part of an event: the current SOS or report, or that it is configured anew; null: nothing. */
export function eventForWall({ number, at, name, payload }: LoggedEvent): LoggedEvent | null {
  if (name === 'kiosk.changed') return { number, at, name, payload, by: null };
  if ('sos' in payload) return { number, at, name, payload: { sos: sosForWall(payload.sos) }, by: null };
  if ('fault' in payload) return { number, at, name, payload: { fault: faultForWall(payload.fault) }, by: null };
  return null;
}
