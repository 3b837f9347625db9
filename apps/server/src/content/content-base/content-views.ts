import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import type { ContentKind } from '@headland/contracts/content';
import { appHeader } from '@headland/contracts/app';
import { dayOf } from '@headland/domain/zone-day';
import { PublicLimit } from '../../people/session/session.module';
import { AppReader } from '../../platform/app-reader';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { addressOf } from '../../platform/trusted-proxies';

/**
 * Counts readers, each once a day. A reader is the member where the app sends its token, else an address with its
 * browser. Of either only a keyed hash is stored, of one day and until it is over: nobody can be found by it, and two
 * days cannot be joined. Of one address so many are counted in a day: each is a row, and a stranger may invent browsers.
 */
@Injectable()
export class ContentViews {
  private readonly key: Buffer;

  constructor(
    duties: SingleDuties,
    private readonly app: AppReader,
    private readonly limit: PublicLimit,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.key = createHmac('sha256', config.JWT_SECRET).update('readers of content').digest();
    duties.hourly('content views', () => this.forget());
  }

  async count(kind: ContentKind, id: number, request: Request): Promise<void> {
    const who = await this.readerOf(request);
    if (who === null) return;
    const reader = createHmac('sha256', this.key).update(`${this.today()} ${who}`);
    await this.database.query(
      `WITH seen AS (INSERT INTO content_view (kind, record_id, day, reader) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1)
       UPDATE ${kind} SET views = views + 1 WHERE id = $2 AND EXISTS (SELECT 1 FROM seen)`,
      [kind, id, this.today(), reader.digest().subarray(0, 16)],
    );
  }

  async forget(): Promise<void> {
    await this.database.query('DELETE FROM content_view WHERE day < $1', [this.today()]);
  }

  private today(): string {
    return dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
  }

  /** A token that has expired reads as none: content is for everybody. Null: not to be counted. */
  private async readerOf(request: Request): Promise<string | null> {
    const header = request.headers[appHeader];
    const member = header === undefined ? null : await this.app.read(header).catch(() => null);
    if (member !== null) return `member ${member.customerId}`;
    const address = addressOf(request);
    return this.limit.admits('read', address) ? `browser ${address} ${request.headers['user-agent'] ?? ''}` : null;
  }
}
