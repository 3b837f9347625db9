import type { FaultDetail, FaultRow } from '@headland/contracts/fault';
import type { SosDetail, SosRow } from '@headland/contracts/sos';

/** Calls and reports for tests of screens: complete, plain, and different by their number only. */
export const aCall = (id: number, more: Partial<SosRow> = {}): SosRow => ({
  id, version: 1, status: 'raised', type: 'button', origin: 'device', late: false, presses: 1, raisedAt: '2026-11-20T05:00:00.000Z', receivedAt: '2026-11-20T05:00:01.000Z', deviceTime: null, skewMs: null,
  vehicle: { id: 100 + id, vin: `HDLT6A11NSK00${1000 + id}`, model: 'HL 6-110', deviceId: `D-${id}` }, lat: null, lon: null, positionAt: null, place: { ko: '전북 정읍', en: 'Jeongeup' }, agency: { id: 9, name: 'Naju agency' }, handler: null,
  escalationLevel: 0, escalatedTo: null, nextEscalationAt: null, nextEscalationTo: null, acknowledgedAt: null, acknowledgedBy: null, dispatchedAt: null, closedAt: null, dispatch: null, injured: null, cause: null, resolution: null, customer: null, ...more,
});

/** Without a position, so that a test needs no canvas. */
export const aCallInFull = (row: SosRow, more: Partial<SosDetail> = {}): SosDetail => ({
  ...row, speed: null, tilt: null, thresholds: null, now: null, track: [],
  nearest: [{ id: 7, name: 'Jeongeup agency', phone: '063-555-0101', distanceKm: 6.2, lat: null, lon: null }, { id: 8, name: 'Gimje agency', phone: null, distanceKm: 17.9, lat: null, lon: null }],
  steps: [], deliveries: [], earlier: [], ...more,
});

export const aReport = (id: number, more: Partial<FaultRow> = {}): FaultRow => ({
  id, version: 1, status: 'occurred', severity: 'major', code: `E0${300 + id}`, name: { ko: '요소수 압력 낮음', en: 'Urea pressure low' }, part: { ko: '요소수 펌프', en: 'Urea pump' }, spn: 4334, fmi: 18, lamp: 'AWL', count: 1,
  occurredAt: '2026-11-20T05:00:00.000Z', lastAt: '2026-11-20T05:00:00.000Z', receivedAt: '2026-11-20T05:00:01.000Z', clearedAt: null, vehicle: { id: 100 + id, vin: `HDLT6A11NSK00${1000 + id}`, model: 'HL 6-110', deviceId: `D-${id}` },
  lat: null, lon: null, place: { ko: '충남 서산시', en: 'Seosan' }, agency: { id: 9, name: 'Naju agency' }, personInCharge: null, dueAt: '2099-01-01T00:00:00.000Z', acceptedAt: null, acceptedBy: null, completedAt: null, completedBy: null, completion: null,
  escalationLevel: 0, escalatedTo: null, memo: null, customer: null, deliveryFailed: false, ...more,
});

export const aReportInFull = (row: FaultRow, more: Partial<FaultDetail> = {}): FaultDetail => ({
  ...row, whatToDo: null, system: 'SCR', repairedOn: null, partCode: null, now: null, freeze: {}, track: [],
  nearest: [{ id: 7, name: 'Seosan agency', phone: null, distanceKm: 4.8, lat: null, lon: null }, { id: 9, name: 'Naju agency', phone: null, distanceKm: 60, lat: null, lon: null }],
  others: [], steps: [], deliveries: [], ...more,
});
