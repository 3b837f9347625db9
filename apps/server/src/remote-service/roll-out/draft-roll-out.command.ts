import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RollOutBody, RollOutDetail } from '@headland/contracts/roll-out';
import { rollOutTimes, waveSizes } from '@headland/domain/reprogram/roll-out';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { ProgramProfileInUse } from '../profiles/profiles.module';
import { chosenForRollOut } from './choose-vehicles.tx';
import { ownDraft } from './find-roll-out.tx';
import { recordStep, type RollOutRow } from './roll-out-row';
import { RollOutReads } from './roll-out.reads';

/** A new draft, or the own one anew: from then on its vehicles are those that the choice means now, so that the approver sees what will happen. */
export class DraftRollOut extends Command<RollOutDetail> {
  constructor(
    readonly of: { id: number; version: number } | null,
    readonly body: RollOutBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(DraftRollOut)
export class DraftRollOutHandler implements ICommandHandler<DraftRollOut> {
  constructor(
    private readonly change: Change,
    private readonly reads: RollOutReads,
    private readonly profile: ProgramProfileInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ of, body, by }: DraftRollOut): Promise<RollOutDetail> {
    const now = this.now();
    mustEndInTime(new Date(body.validUntil), now);
    const id = await this.change.run(actorOf(by), async (tx, emit) => {
      const was = of === null ? null : await ownDraft(tx, of, by);
      const vehicles = await chosenForRollOut(tx, body, by, this.profile.now.profile.calibrations);
      const draft = was === null ? await insert(tx, body, by, now) : await update(tx, was.id, body, by);
      await fill(tx, draft.id, vehicles, waveSizes(vehicles.length, body.firstGroup, body.shares));
      await recordStep(tx, emit, draft, actorOf(by), now, {
        state: 'draft',
        step: was === null ? 'created' : 'changed',
      });
      return draft.id;
    });
    return this.reads.get(id, by);
  }
}

/** Not past already, and not too far ahead. */
export function mustEndInTime(validUntil: Date, now: Date): void {
  if (validUntil <= now) throw new Problem('E0001', {}, { validUntil: 'field.future' });
  // a minute's grace: what a form offers as the last moment is still one when it arrives
  if (validUntil.getTime() - now.getTime() > rollOutTimes.longestMs + 60_000)
    throw new Problem('E0001', {}, { validUntil: 'field.rollOutLong' });
}

const columns =
  'name, file_id, first_group, shares, hold_hours, stop_share, valid_until, by_hand, filter, with_unknown, scope_organization_id';
const valuesOf = (b: RollOutBody, { scope }: Caller): unknown[] => [
  b.name,
  b.fileId,
  b.firstGroup,
  b.shares,
  b.holdHours,
  b.stopShare,
  b.validUntil,
  b.vehicleIds.length > 0,
  b.vehicleIds.length > 0 ? null : JSON.stringify(b.filter),
  b.withUnknown,
  scope.all ? null : scope.organizationId,
];
type Draft = Pick<RollOutRow, 'id' | 'organization_id'>;

async function insert(tx: Tx, body: RollOutBody, by: Caller, now: Date): Promise<Draft> {
  const [made] = await tx.query<Draft[]>(
    `INSERT INTO roll_out (${columns}, state, organization_id, created_at, created_by, created_name, created_organization)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', $12, $13, $14, $15, (SELECT name FROM organization WHERE id = $12)) RETURNING id, organization_id`,
    [...valuesOf(body, by), by.organizationId, now, memberId(by), by.name],
  );
  return made as Draft;
}

async function update(tx: Tx, id: number, body: RollOutBody, by: Caller): Promise<Draft> {
  const [[changed]] = await tx.query<[Draft[], number]>(
    `UPDATE roll_out SET (${columns}) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11), version = version + 1 WHERE id = $12 RETURNING id, organization_id`,
    [...valuesOf(body, by), id],
  );
  return changed as Draft;
}

/** The vehicles in their waves, in place of those that were there. */
async function fill(tx: Tx, id: number, vehicles: number[], sizes: number[]): Promise<void> {
  await tx.query('DELETE FROM roll_out_vehicle WHERE roll_out_id = $1', [id]);
  await tx.query('DELETE FROM roll_out_wave WHERE roll_out_id = $1', [id]);
  const waves = sizes.flatMap((size, i) => Array.from({ length: size }, () => i + 1));
  await tx.query(
    'INSERT INTO roll_out_wave (roll_out_id, number, size) SELECT $1, n, size FROM unnest($2::int[]) WITH ORDINALITY AS w(size, n)',
    [id, sizes],
  );
  await tx.query(
    'INSERT INTO roll_out_vehicle (roll_out_id, vehicle_id, wave, position) SELECT $1, v, w, n FROM unnest($2::int[], $3::int[]) WITH ORDINALITY AS u(v, w, n)',
    [id, vehicles, waves],
  );
}
