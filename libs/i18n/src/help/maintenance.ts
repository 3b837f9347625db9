import { consumablesHelp } from './consumables';
import { incidentsHelp } from './incidents';
import { ownerTransferHelp } from './owner-transfer';

export const maintenanceHelp = { ...consumablesHelp, ...incidentsHelp, ...ownerTransferHelp };
