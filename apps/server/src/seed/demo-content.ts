import type { DataSource, EntityManager } from 'typeorm';
import { type ContentKind, visibleText } from '@headland/contracts/content';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import type { Config } from '../platform/config';
import { FileStore } from '../platform/files/file-store';
import { attachPictures, insertRow } from './demo-content-rows';
import { demoFaqs, demoNotices, demoPosts } from './demo-content-texts';
import { fieldScene, type Scene, storePicture } from './demo-pictures';

const dayMs = 86_400_000;

interface Shared {
  title: string;
  content: string;
  by: string;
  /** registered so many days ago */
  daysAgo: number;
  views: number;
  /** posted from and to so many days from now; absent: no limit */
  days?: readonly [number, number];
  hidden?: boolean;
  scenes?: readonly Scene[];
  alt?: string;
}

/** Notices, questions and posts in the words of the trade, and who has read them. */
export async function addContent(database: DataSource, config: Config, now: Date): Promise<void> {
  const files = new FileStore(database, config);
  const zone = config.PRODUCT_TIME_ZONE;
  const today = dayOf(now.getTime(), zone);
  const columns = (of: Shared): Record<string, unknown> => {
    const at = new Date(now.getTime() - of.daysAgo * dayMs);
    return {
      ...{
        title: of.title,
        content: of.content,
        content_text: visibleText(of.content),
        display: of.hidden ? 'hidden' : 'shown',
      },
      ...{ registrant: of.by, created_at: at, changed_at: at, views: of.views },
    };
  };
  const posted = ({ days }: Shared): Record<string, unknown> => ({
    start_on: days === undefined ? null : plusDays(today, days[0]),
    end_on: days === undefined ? null : plusDays(today, days[1]),
  });
  const pictures = new Map<Shared, string[]>();
  for (const of of [...demoNotices, ...demoPosts] as Shared[])
    pictures.set(
      of,
      await Promise.all(
        (of.scenes ?? []).map((scene) => storePicture(files, { name: 'demo.jpg', ...fieldScene(scene) })),
      ),
    );
  const attach = (tx: EntityManager, kind: ContentKind, id: number, of: Shared): Promise<void> =>
    attachPictures(tx, { kind, id }, pictures.get(of) ?? [], of.alt ?? '');
  await database.transaction(async (tx) => {
    for (const notice of demoNotices) {
      const { type, target, os = 'all' } = notice;
      const row = { ...columns(notice), ...posted(notice), type, target, os };
      await attach(tx, 'notice', await insertRow(tx, 'notice', row), notice);
    }
    for (const [category, questions] of Object.entries(demoFaqs))
      for (const [i, faq] of questions.entries())
        await insertRow(tx, 'faq', { ...columns(faq), category, display_order: i + 1 });
    for (const post of demoPosts)
      await attach(tx, 'post', await insertRow(tx, 'post', { ...columns(post), ...posted(post) }), post);
  });
}
