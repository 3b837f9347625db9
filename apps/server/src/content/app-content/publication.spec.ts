import { describe, expect, it } from 'vitest';
import { appContent } from '@headland/contracts/app-content';
import { appShop } from '@headland/contracts/app-shop';
import { notices } from '@headland/contracts/notice';
import { posts } from '@headland/contracts/post';
import { shopBanners } from '@headland/contracts/shop-banner';
import { AppMembersModule } from '../../ownership/app-members/app-members.module';
import { SessionModule } from '../../people/session/session.module';
import { TestApp } from '../../testing/app';
import { startServer } from '../../testing/server';
import { makeShop } from '../../testing/shop';
import { AppShopModule } from '../app-shop/app-shop.module';
import { NoticesModule } from '../notices/notices.module';
import { PostsModule } from '../posts/posts.module';
import { ShopBannersModule } from '../shop-banners/shop-banners.module';
import { AppContentModule } from './app-content.module';

const modules = [
  ...[SessionModule, NoticesModule, PostsModule, ShopBannersModule],
  ...[AppContentModule, AppShopModule, AppMembersModule],
];

/** The day in Chicago has 25 hours: its clocks go back. */
describe.each([
  ['Asia/Seoul', '2026-11-01T00:00:00+09:00', '2026-11-02T00:00:00+09:00'],
  ['America/Chicago', '2026-11-01T00:00:00-05:00', '2026-11-02T00:00:00-06:00'],
])('in an installation of %s', (zone, starts, ends) => {
  it('what is posted for a day is in the app from midnight to midnight', async () => {
    let now = Date.parse('2026-10-20T03:00:00Z');
    const server = await startServer(modules, { clock: () => new Date(now), config: { PRODUCT_TIME_ZONE: zone } });
    try {
      const shop = await makeShop(server);
      const members = new TestApp(server);
      let last = 3030;
      const day = { posting: 'dates', startOn: '2026-11-01', endOn: '2026-11-01', display: 'shown' } as const;
      const text = { title: 'One day', content: '<p>Today.</p>', images: [] };
      const notice = { ...text, ...day, type: 'general', target: 'customer', os: 'all', push: false } as const;
      const banner = { ...day, name: 'One day', images: [{ id: await shop.image(), alt: '' }], displayOrder: 1 };
      await server.call(notices.create, { body: notice }, shop.tokens.head);
      await server.call(posts.create, { body: { ...text, ...day } }, shop.tokens.head);
      const url = 'https://shop.example.com/day';
      await server.call(shopBanners.create, { body: { ...banner, url, modelIds: [] } }, shop.tokens.service);
      for (const [at, count] of [
        [Date.parse(starts) - 1, 0],
        [Date.parse(starts), 1],
        [Date.parse(ends) - 1, 1],
        [Date.parse(ends), 0],
      ] as const) {
        now = at;
        // by then a token of before has expired, and a code is not sent twice in a minute
        const { accessToken } = await members.join(`010-2020-${last++}`, { name: '이하루' });
        const shown = [
          (await server.call(appContent.notices, { query: {} }, null)).rows,
          (await server.call(appContent.posts, { query: {} }, null)).rows,
          await members.call(appShop.banners, { query: {} }, accessToken),
        ];
        expect(
          shown.map((rows) => rows.length),
          new Date(at).toISOString(),
        ).toEqual([count, count, count]);
      }
    } finally {
      await server.stop();
    }
  });
});
