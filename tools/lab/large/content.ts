import { appContent } from '@headland/contracts/app-content';
import { categories } from '@headland/contracts/category';
import { faqs } from '@headland/contracts/faq';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { gptChats } from '@headland/contracts/gpt-chat';
import { notices } from '@headland/contracts/notice';
import { parts } from '@headland/contracts/part';
import { posts } from '@headland/contracts/post';
import { shopBanners } from '@headland/contracts/shop-banner';
import type { Pool } from 'pg';
import type { Question } from './ask';

/** Entries of each kind that the lists are to bear. */
export const entries = 20_000;

/** Each table, and what of its demo rows differs in a copy: `t` is the row, `t.row` counts from 1. */
const days = { start_on: 't.start_on + t.row % 60 - 30', end_on: 't.end_on + t.row % 60 - 30' };
const titled = { title: "t.title || ' ' || t.row", created_at: "t.created_at - t.row * interval '10 minutes'" };
const named = { name_ko: "t.name_ko || ' ' || t.row", name_en: "t.name_en || ' ' || t.row" };
const placed = { display_order: '1000 + t.row' };
const asked = "t.row * interval '2 minutes'";
const copies: Record<string, Record<string, string>> = {
  notice: { ...titled, ...days },
  faq: { ...titled, ...placed },
  post: { ...titled, ...days },
  shop_category: { ...named, ...placed, key: "'copy_' || t.row" },
  part: { ...named, ...placed, code: "'Z' || lpad(t.row::text, 9, '0')", price: 't.price + t.row % 1000' },
  shop_banner: { ...days, ...placed, name: "t.name || ' ' || t.row" },
  gpt_banner: { ...days, name: "t.name || ' ' || t.row", created_at: titled.created_at },
  gpt_question: {
    asked_at: `t.asked_at - ${asked}`,
    ended_at: `t.ended_at - ${asked}`,
    on_day: `((t.asked_at - ${asked}) AT TIME ZONE 'Asia/Seoul')::date`,
  },
};
const kinds = { notice: 'notice', post: 'post', shop_category: 'category', part: 'part', shop_banner: 'shopBanner' };

/** Brings every kind of content to `entries` by copies of what the demonstration has, each with a picture. What is there already is kept. */
export async function fillContent(pool: Pool, log: (line: string) => void): Promise<void> {
  for (const [table, changed] of Object.entries(copies)) {
    const { rows } = await pool.query<{ columns: string[]; n: number }>(
      `SELECT (SELECT count(*)::int FROM ${table}) AS n, array_agg(attname::text) AS columns FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'id'`,
      [table],
    );
    const { columns, n } = rows[0] ?? { columns: [], n: 0 };
    if (n >= entries) continue;
    await pool.query(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((c) => changed[c] ?? `t.${c}`).join(', ')}
       FROM (SELECT d.*, row_number() OVER (ORDER BY copy, d.id)::int AS row FROM ${table} d, generate_series(1, $1) copy) t LIMIT $2`,
      [Math.ceil((entries - n) / n), entries - n],
    );
    log(`${table}: ${entries.toLocaleString('en')}`);
  }
  for (const [table, kind] of Object.entries(kinds))
    await pool.query(
      `INSERT INTO content_image (kind, record_id, image_id, position, in_text, alt)
       SELECT $1, t.id, f.image_id, 0, false, '' FROM ${table} t, (SELECT min(image_id) AS image_id FROM content_image WHERE kind = $1) f
       WHERE f.image_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM content_image i WHERE i.kind = $1 AND i.record_id = t.id)`,
      [kind],
    );
  await pool.query('VACUUM (ANALYZE)');
}

const ago = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString();
/** As they open, filtered, searched, in another order and far behind; then as the app reads them. */
export const contentQuestions: readonly Question[] = [
  { name: 'notices', endpoint: notices.list, query: {} },
  { name: 'notices, by a title', endpoint: notices.list, query: { title: '999', sort: 'title' } },
  {
    name: 'notices, posted now, page 300',
    endpoint: notices.list,
    query: { state: 'on', display: 'shown', page: '300' },
  },
  { name: 'FAQ', endpoint: faqs.list, query: {} },
  { name: 'FAQ, a title of a category', endpoint: faqs.list, query: { title: '999', category: 'fault' } },
  { name: 'posts', endpoint: posts.list, query: {} },
  { name: 'posts, by title, page 500', endpoint: posts.list, query: { sort: 'title', page: '500' } },
  { name: 'categories', endpoint: categories.list, query: {} },
  { name: 'categories, by parts', endpoint: categories.list, query: { sort: 'products', order: 'desc' } },
  { name: 'parts', endpoint: parts.list, query: {} },
  { name: 'parts, page 500', endpoint: parts.list, query: { page: '500' } },
  { name: 'parts, by a name', endpoint: parts.list, query: { name: '필터 9' } },
  { name: 'parts, by a code', endpoint: parts.list, query: { code: 'z000019' } },
  { name: 'parts, by price', endpoint: parts.list, query: { sort: 'price', priceFrom: '20000', priceTo: '50000' } },
  { name: 'shop banners', endpoint: shopBanners.list, query: {} },
  { name: 'shop banners, posted now, by name', endpoint: shopBanners.list, query: { state: 'on', sort: 'name' } },
  { name: 'GPT banners', endpoint: gptBanners.list, query: {} },
  { name: 'GPT questions, seven days', endpoint: gptChats.list, query: { from: ago(7), to: ago(0) } },
  { name: 'GPT questions, 28 days', endpoint: gptChats.list, query: { from: ago(27), to: ago(0) } },
  {
    name: 'GPT questions, 28 days, a text',
    endpoint: gptChats.list,
    query: { from: ago(27), to: ago(0), text: '요소수' },
  },
  { name: 'notices in the app', endpoint: appContent.notices, query: {} },
  { name: 'notices in the app, page 200', endpoint: appContent.notices, query: { page: '200' } },
  { name: 'FAQ in the app, a text', endpoint: appContent.faqs, query: { text: '999' } },
  { name: 'posts in the app, page 500', endpoint: appContent.posts, query: { page: '500' } },
];
