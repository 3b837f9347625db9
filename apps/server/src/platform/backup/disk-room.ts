import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupProblem } from './manifest';

/** what stays free: PostgreSQL may be on the same disk, and stops without room for its log */
const keptShare = 0.05;
const keptMost = 1e9;
/** a back-up grows with the fleet */
const growth = 1.2;

/** Throws BackupProblem where a back-up as large as the last one, `lastBytes`, would fill the disk of `path`. */
export async function refuseWithoutRoom(path: string, lastBytes: number): Promise<void> {
  const { bsize, bavail, blocks } = await statfs(dirname(path)).catch((error: Error) => {
    throw new BackupProblem(`${path} cannot be written: ${error.message}`);
  });
  const needed = lastBytes * growth + Math.min(blocks * bsize * keptShare, keptMost);
  if (bavail * bsize < needed)
    throw new BackupProblem(
      `${dirname(path)} has ${inGigabytes(bavail * bsize)} GB free; a back-up needs ${inGigabytes(needed)} GB: what the last one took, and room for the database beside it. Remove older ones, or write to another disk.`,
    );
}

const inGigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);
