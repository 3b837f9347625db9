import { readFileSync } from 'node:fs';
import { deviceIdPattern, lat, lon } from '@headland/contracts/device/envelope';
import { z } from 'zod';

/** The terminals to simulate, as written by the start-up or a test. */
export const FleetDevice = z.object({
  id: z.string().regex(deviceIdPattern),
  secret: z.string().min(1),
  /** device type of the protocol's thresholds */
  type: z.union([z.literal(1), z.literal(2)]).optional(),
  lat: lat.optional(),
  lon: lon.optional(),
  region: z.string().optional(),
  machine: z.enum(['tractor', 'excavator']).optional(),
  /** its meters at the first run: h, km and l */
  engineHours: z.number().min(0).optional(),
  odometer: z.number().min(0).optional(),
  fuelUsed: z.number().min(0).optional(),
});
export type FleetDevice = z.output<typeof FleetDevice>;
const FleetFile = z.array(FleetDevice).min(1).max(20_000);

export function readDevices(file: string): FleetDevice[] {
  const devices = FleetFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const seen = new Set<string>();
  for (const { id } of devices) {
    // two connections with one name would disconnect each other for ever
    if (seen.has(id)) throw new Error(`${file}: ${id} occurs twice`);
    seen.add(id);
  }
  return devices;
}
