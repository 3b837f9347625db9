import type { Reply } from '@headland/contracts/endpoint';
import type { ModelBody, models } from '@headland/contracts/model';
import { deviceTypesToNotify } from '@headland/domain/model';
import { previewSet } from '../../maintenance/consumables/consumables-set.reads';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { devicesToNotify } from './notify-devices.tx';

/** What saving this would do to the vehicles and devices of a model, by the code that would do it. Throws what saving would throw. */
export async function modelPreview(
  tx: Tx,
  id: number,
  after: Pick<ModelBody, 'consumables' | 'rollover' | 'remoteControl'>,
  now: Date,
  timeZone: string,
): Promise<Reply<typeof models.preview>> {
  const [before] = await tx.query<(Pick<ModelBody, 'rollover' | 'remoteControl'> & { vehicles: number })[]>(
    `SELECT rollover, remote_control AS "remoteControl", (SELECT count(*) FROM vehicle WHERE model_id = m.id)::int AS vehicles FROM model m WHERE id = $1`,
    [id],
  );
  if (before === undefined) throw new Problem('NOT_FOUND');
  return {
    vehicles: before.vehicles,
    ...(await previewSet(tx, id, after.consumables, now, timeZone)),
    devices: await devicesToNotify(tx, id, deviceTypesToNotify(before, after)),
  };
}
