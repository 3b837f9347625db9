import { FirstSchema1763683200000 } from './migrations/1763683200000-first-schema';
import { RememberWhatClearedBeforeItOccurred1763700000000 } from './migrations/1763700000000-remember-what-cleared-before-it-occurred';
import { FindWhoSawPersonalData1763701000000 } from './migrations/1763701000000-find-who-saw-personal-data';
import { AccountsAndAdministration1763800000000 } from './migrations/1763800000000-accounts-and-administration';
import { Machines1763900000000 } from './migrations/1763900000000-machines';
import { Owners1764000000000 } from './migrations/1764000000000-owners';

/** In order; forward only. Add a new one at the end (`npm run new-migration`). */
export const migrations = [
  FirstSchema1763683200000,
  RememberWhatClearedBeforeItOccurred1763700000000,
  FindWhoSawPersonalData1763701000000,
  AccountsAndAdministration1763800000000,
  Machines1763900000000,
  Owners1764000000000,
];
