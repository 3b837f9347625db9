import { randomBytes } from 'node:crypto';
import { maskName } from '@headland/domain/mask';
import { rdiExpiresAt } from '@headland/domain/owner-transfer';
import { dayOf } from '@headland/domain/zone-day';
import type { Language } from '@headland/i18n/messages';
import type { Tx } from '../../platform/database/rows';
import { makePdf } from '../../platform/pdf/make-pdf';
import { consumablesOf, metersSql, openFaultsOf } from '../../fleet/vehicles/vehicle-condition.reads';
import { rdiReport, type RdiFacts } from './rdi-report';

/** 128 random bits, as the link carries them. */
export const newRdiId = (): string => randomBytes(16).toString('base64url');

/** Makes the document of a transfer that is being approved: the condition of the machine at this moment, transferor and transferee. Names stay masked. */
export async function makeRdiDocument(tx: Tx, transferId: number, now: Date, timeZone: string): Promise<void> {
  const { vehicleId, language, fromName, toName, ...row } = await factsOf(tx, transferId);
  const takenOverOn = dayOf(now.getTime(), timeZone);
  const [faults, consumables] = [await openFaultsOf(tx, vehicleId), await consumablesOf(tx, vehicleId, takenOverOn)];
  const owner = maskName(toName);
  const pdf = await makePdf(
    rdiReport(
      { ...row, transferId, takenOverOn, owner, formerOwner: maskName(fromName), faults, consumables },
      language,
      timeZone,
      now,
    ),
  );
  await tx.query(
    'INSERT INTO rdi_document (id, transfer_id, name, owner, taken_over_on, size, pdf, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      newRdiId(),
      transferId,
      `RDI_${row.vin}_${takenOverOn}.pdf`,
      owner,
      takenOverOn,
      pdf.length,
      Buffer.from(pdf),
      now,
      rdiExpiresAt(now),
    ],
  );
}

type Row = Omit<RdiFacts, 'transferId' | 'takenOverOn' | 'owner' | 'formerOwner' | 'faults' | 'consumables'> & {
  vehicleId: number;
  language: Language;
  fromName: string;
  toName: string;
};
async function factsOf(tx: Tx, transferId: number): Promise<Row> {
  const [row] = await tx.query<Row[]>(
    `SELECT v.id AS "vehicleId", v.vin, m.name AS model, v.release_year AS "releaseYear", v.horsepower, v.transmission, v.device_id AS "deviceId", d.firmware,
       v.shipped_on::text AS "shippedOn", v.sold_on::text AS "soldOn", o.name AS dealer, o.phone AS "dealerPhone", s.last_seen_at AS "lastSeenAt", ${metersSql},
       t.requested_at AS "requestedAt", t.accepted_at AS "acceptedAt", t.decided_by AS "approvedBy", f.name AS "fromName", n.name AS "toName", n.language
     FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id
       JOIN customer f ON f.id = t.from_customer_id JOIN customer n ON n.id = t.to_customer_id
       LEFT JOIN device d ON d.id = v.device_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id WHERE t.id = $1`,
    [transferId],
  );
  if (row === undefined) throw new Error(`transfer ${transferId} vanished`);
  return row;
}
