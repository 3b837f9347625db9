import type { VehicleDetail } from '@headland/contracts/vehicle';
export function TrackTab({ vehicle }: { vehicle: VehicleDetail }) {
  return <div>{vehicle.vin}</div>;
}
