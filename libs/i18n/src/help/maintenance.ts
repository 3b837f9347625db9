import { incidentsHelp } from './incidents';
import { upkeepHelp } from './upkeep';

export const maintenanceHelp = { ...upkeepHelp, ...incidentsHelp };
