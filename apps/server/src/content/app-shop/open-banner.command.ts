import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { visibleSql } from '../../platform/database/posting';
import { Problem } from '../../platform/problem';

/** A customer opens a banner: it counts, each time, and answers where it leads. One that is not shown today opens nothing. */
export class OpenBanner extends Command<{ url: string }> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(OpenBanner)
export class OpenBannerHandler implements ICommandHandler<OpenBanner> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ id }: OpenBanner): Promise<{ url: string }> {
    const today = dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
    const [banner] = await this.database.query<{ url: string }[]>(
      `WITH opened AS (SELECT b.id, b.url FROM shop_banner b WHERE b.id = $1 AND ${visibleSql('b', '$2')}),
         counted AS (INSERT INTO shop_banner_clicks (banner_id, day, clicks) SELECT id, $2, 1 FROM opened
           ON CONFLICT (banner_id, day) DO UPDATE SET clicks = shop_banner_clicks.clicks + 1)
       SELECT url FROM opened`,
      [id, today],
    );
    if (banner === undefined) throw new Problem('NOT_FOUND');
    return banner;
  }
}
