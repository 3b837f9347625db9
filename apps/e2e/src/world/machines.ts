import { vehicles } from '@headland/contracts/vehicle';
import type { VehicleRow } from '@headland/contracts/vehicle';
import type { Api } from './api';
import type { Spot } from './terminal';

/** Fields where the machines of the journeys work, far enough from each other that no markers overlap. */
export const fields = {
  iksan: { lat: 35.978, lon: 126.934 },
  nonsan: { lat: 36.171, lon: 127.062 },
  haenam: { lat: 34.571, lon: 126.612 },
  pyeongtaek: { lat: 37.021, lon: 127.083 },
  uiseong: { lat: 36.381, lon: 128.452 },
  changnyeong: { lat: 35.523, lon: 128.451 },
  cheorwon: { lat: 38.212, lon: 127.221 },
} as const satisfies Record<string, Spot>;

export async function vehicleOf(vin: string, clerk: Api): Promise<VehicleRow> {
  const { rows } = await clerk.call(vehicles.list, { query: { vin } });
  const [vehicle] = rows;
  if (vehicle === undefined) throw new Error(`No vehicle ${vin}.`);
  return vehicle;
}
