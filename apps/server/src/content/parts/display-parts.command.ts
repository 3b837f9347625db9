import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Display } from '@headland/contracts/posting';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';

/** Shows or hides several parts, all of them or none. One without an image cannot be shown. */
export class DisplayParts extends Command<{ changed: number }> {
  constructor(
    readonly of: { ids: readonly number[]; display: Display },
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Row {
  id: number;
  code: string;
  name: string;
  display: Display;
  bare: boolean;
}

@CommandHandler(DisplayParts)
export class DisplayPartsHandler implements ICommandHandler<DisplayParts> {
  constructor(private readonly change: Change) {}

  execute({ of: { ids, display }, caller }: DisplayParts): Promise<{ changed: number }> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const rows = await tx.query<Row[]>(
        `SELECT p.id, p.code, p.name_ko AS name, p.display,
           NOT EXISTS (SELECT 1 FROM content_image i WHERE i.kind = 'part' AND i.record_id = p.id AND NOT i.in_text) AS bare
         FROM part p WHERE p.id = ANY($1::int[]) ORDER BY p.id FOR UPDATE`,
        [[...new Set(ids)]],
      );
      if (rows.length < new Set(ids).size) throw new Problem('NOT_FOUND');
      const bare = rows.filter((row) => row.bare);
      if (display === 'shown' && bare[0])
        throw new Problem('PART_WITHOUT_IMAGE', { n: bare.length, code: bare[0].code });
      const changed = rows.filter((row) => row.display !== display);
      await returning(
        tx,
        'UPDATE part SET display = $2, version = version + 1 WHERE id = ANY($1::int[]) RETURNING id',
        [changed.map((row) => row.id), display],
      );
      for (const { id, code, name, display: from } of changed) {
        const changes = [{ field: 'display', from, to: display }];
        const record = { screen: 'parts', kind: 'part', id: String(id), name: `${code} ${name}`, changes } as const;
        emit('record.changed', record, { organizationId: null });
      }
      return { changed: changed.length };
    });
  }
}
