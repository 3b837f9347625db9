import { FirstSchema1763683200000 } from './migrations/1763683200000-first-schema';

/** In order; forward only. Add a new one at the end (`npm run new-migration`). */
export const migrations = [FirstSchema1763683200000];
