import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { publicationKinds } from '@headland/contracts/content';
import { type ContentHit, contentSearch } from '@headland/contracts/content-search';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { mayRead } from '@headland/domain/access';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { containsPattern } from '../../platform/database/where';
import { Serve } from '../../platform/serve';

/** Of one kind; its list shows all. */
const most = 5;
const newest = `ORDER BY created_at DESC, id DESC LIMIT ${most}`;

@Controller()
export class ContentSearchController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(contentSearch.find) async find(
    { query: { text } }: Parsed<typeof contentSearch.find>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof contentSearch.find>> {
    const pattern = containsPattern(text);
    const publications = publicationKinds
      .filter((kind) => mayRead(caller, kind))
      .map((kind) =>
        this.database.query<ContentHit[]>(
          `SELECT '${kind}' AS kind, id, title FROM ${kind} WHERE removed_at IS NULL AND title ILIKE $1 ${newest}`,
          [pattern],
        ),
      );
    const parts = mayRead(caller, 'parts')
      ? this.database.query<ContentHit[]>(
          `SELECT 'part' AS kind, id, code, name_ko AS "nameKo", name_en AS "nameEn" FROM part
           WHERE code ILIKE $1 OR name_ko ILIKE $1 OR name_en ILIKE $1 ${newest}`,
          [pattern],
        )
      : [];
    const found = await Promise.all([...publications, parts]);
    return found.flat();
  }
}
