import { factoryActor } from '@headland/contracts/access';
import type { EntityManager } from 'typeorm';
import { hashDeviceSecret, newDeviceSecret } from '../platform/mqtt/device-secret';
import { idOf, type Ids } from './demo-ids';

/** Unsold units: in the plant with and without a device, on the way, at a dealer. Days are counted back from today. */
export const units = [
  { vin: 'HDLT4C58NSK099001', model: 'HL 4-58', horsepower: 58, transmission: null },
  {
    vin: 'HDLT6A11NSK099002',
    model: 'HL 6-110',
    horsepower: 110,
    transmission: '32F/32R 파워시프트',
    device: 'HDKR-09003',
    matched: 3,
  },
  {
    vin: 'HDLT9B45NSK099003',
    model: 'HL 9-145',
    horsepower: 145,
    transmission: 'KVT 무단변속',
    device: 'HDKR-09004',
    matched: 2,
  },
  {
    vin: 'HDLT5C73NSK099004',
    model: 'HL 5-73',
    horsepower: 73,
    transmission: '24F/24R 파워셔틀',
    device: 'HDKR-09005',
    matched: 9,
    shipped: 5,
    dealer: '김제대리점',
  },
  // its device has sent nothing since it was shipped: a case to check
  {
    vin: 'HDEX055ANSK099005',
    model: 'HE-55',
    horsepower: 49,
    transmission: '유압식',
    device: 'HDKR-09006',
    matched: 31,
    shipped: 20,
    dealer: '정읍대리점',
  },
] as const;
/** In no vehicle yet. */
const spares = ['HDKR-09001', 'HDKR-09002'];

export async function addUnits(tx: EntityManager, modelIds: Ids, ids: Ids): Promise<void> {
  for (const id of [...spares, ...units.flatMap((u) => ('device' in u ? [u.device] : []))])
    await tx.query('INSERT INTO device (id, secret_hash, config_wanted_at) VALUES ($1, $2, now())', [
      id,
      hashDeviceSecret(newDeviceSecret()),
    ]);
  for (const u of units) {
    const shipped = 'shipped' in u ? u : null;
    await tx.query(
      `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower, transmission, device_id, matched_on, shipped_on)
       VALUES ($1, $2, $3, 2026, $4, $5, $6, current_date - $7::int, current_date - $8::int)`,
      [
        u.vin,
        idOf(modelIds, u.model),
        idOf(ids, shipped?.dealer ?? '생산본부'),
        u.horsepower,
        u.transmission,
        'device' in u ? u.device : null,
        'matched' in u ? u.matched : null,
        shipped?.shipped ?? null,
      ],
    );
  }
  await tx.query(
    `INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at, matched_by)
     SELECT device_id, id, matched_on, matched_on::timestamptz, '${factoryActor('대구 2라인')}' FROM vehicle WHERE vin = ANY($1) AND device_id IS NOT NULL`,
    [units.map((u) => u.vin)],
  );
}
