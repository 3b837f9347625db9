import { FirstSchema1763683200000 } from './migrations/1763683200000-first-schema';
import { RememberWhatClearedBeforeItOccurred1763700000000 } from './migrations/1763700000000-remember-what-cleared-before-it-occurred';
import { FindWhoSawPersonalData1763701000000 } from './migrations/1763701000000-find-who-saw-personal-data';
import { AccountsAndAdministration1763800000000 } from './migrations/1763800000000-accounts-and-administration';
import { Machines1763900000000 } from './migrations/1763900000000-machines';
import { Owners1764000000000 } from './migrations/1764000000000-owners';
import { FaultWork1764000010000 } from './migrations/1764000010000-fault-work';
import { SosWork1764000020000 } from './migrations/1764000020000-sos-work';
import { ConsumableWork1764000030000 } from './migrations/1764000030000-consumable-work';
import { CustomerWork1764000040000 } from './migrations/1764000040000-customer-work';
import { OwnerTransfer1764000050000 } from './migrations/1764000050000-owner-transfer';
import { DailyFigures1764000060000 } from './migrations/1764000060000-daily-figures';
import { FasterLists1764000070000 } from './migrations/1764000070000-faster-lists';
import { RemoteService1764000080000 } from './migrations/1764000080000-remote-service';
import { AfterService1764000090000 } from './migrations/1764000090000-after-service';
import { RollOuts1764000100000 } from './migrations/1764000100000-roll-outs';
import { TestCatalogue1764000110000 } from './migrations/1764000110000-test-catalogue';
import { LargerFleets1764000120000 } from './migrations/1764000120000-larger-fleets';
import { FaultWords1764000130000 } from './migrations/1764000130000-fault-words';
import { FaultCounts1764000140000 } from './migrations/1764000140000-fault-counts';
import { ConsumablesByAlarm1764000150000 } from './migrations/1764000150000-consumables-by-alarm';
import { TelemetryDays1764000161000 } from './migrations/1764000161000-telemetry-days';
import { QuarantineBounds1764000161100 } from './migrations/1764000161100-quarantine-bounds';
import { TransactionIdsOfAnotherCluster1764000162000 } from './migrations/1764000162000-transaction-ids-of-another-cluster';
import { RemindersOfTheHeadOffice1764000162100 } from './migrations/1764000162100-reminders-of-the-head-office';
import { CountTexts1764000162200 } from './migrations/1764000162200-count-texts';
import { RoomForZones1764000163000 } from './migrations/1764000163000-room-for-zones';
import { RoomForMessages1764000163100 } from './migrations/1764000163100-room-for-messages';
import { FindOldEngineRuns1764000163200 } from './migrations/1764000163200-find-old-engine-runs';
import { WhoIssuedKeys1764000164000 } from './migrations/1764000164000-who-issued-keys';
import { Key1764000165000 } from './migrations/1764000165000-key';
import { FaultEndStates1764000166000 } from './migrations/1764000166000-fault-end-states';
import { SortCompletedFaults1764000166100 } from './migrations/1764000166100-sort-completed-faults';
import { RegisteredCustomers1764000166200 } from './migrations/1764000166200-registered-customers';
import { StatedPrograms1764000169000 } from './migrations/1764000169000-stated-programs';
import { TestPhotos1764000170000 } from './migrations/1764000170000-test-photos';
import { Profiles1764000171000 } from './migrations/1764000171000-profiles';
import { SosByVehicle1764000172000 } from './migrations/1764000172000-sos-by-vehicle';
import { DrivePeriods1764000174000 } from './migrations/1764000174000-drive-periods';

/** In order; forward only. Add a new one at the end (`npm run lab -- new-migration`). */
export const migrations = [
  FirstSchema1763683200000,
  RememberWhatClearedBeforeItOccurred1763700000000,
  FindWhoSawPersonalData1763701000000,
  AccountsAndAdministration1763800000000,
  Machines1763900000000,
  Owners1764000000000,
  FaultWork1764000010000,
  SosWork1764000020000,
  ConsumableWork1764000030000,
  CustomerWork1764000040000,
  OwnerTransfer1764000050000,
  DailyFigures1764000060000,
  FasterLists1764000070000,
  RemoteService1764000080000,
  AfterService1764000090000,
  RollOuts1764000100000,
  TestCatalogue1764000110000,
  LargerFleets1764000120000,
  FaultWords1764000130000,
  FaultCounts1764000140000,
  ConsumablesByAlarm1764000150000,
  TelemetryDays1764000161000,
  QuarantineBounds1764000161100,
  TransactionIdsOfAnotherCluster1764000162000,
  RemindersOfTheHeadOffice1764000162100,
  CountTexts1764000162200,
  RoomForZones1764000163000,
  RoomForMessages1764000163100,
  FindOldEngineRuns1764000163200,
  WhoIssuedKeys1764000164000,
  Key1764000165000,
  FaultEndStates1764000166000,
  SortCompletedFaults1764000166100,
  RegisteredCustomers1764000166200,
  StatedPrograms1764000169000,
  TestPhotos1764000170000,
  Profiles1764000171000,
  SosByVehicle1764000172000,
  DrivePeriods1764000174000,
];
