import { vehiclePlantHelp } from './vehicle-plant';
import { vehicleSaleHelp } from './vehicle-sale';
import { vehicleStatusHelp } from './vehicle-status';

export const vehicleHelp = { ...vehiclePlantHelp, ...vehicleSaleHelp, ...vehicleStatusHelp };
