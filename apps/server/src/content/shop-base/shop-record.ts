import type { ContentImage, ContentKind } from '@headland/contracts/content';
import { inShop } from '@headland/contracts/shop';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { changesIn } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { imagesOf, saveImages } from '../content-base/content-images.tx';
import type { Changes, RecordAct } from '../../platform/records/record';
import type { ShopEntry, ShopState } from './shop-entry.entity';

interface Body {
  url: string | null;
  modelIds: number[];
  images: ContentImage[];
}

/** For `state`. */
export const shopState =
  (kind: ContentKind) =>
  async <E extends ShopEntry>(tx: Tx, row: E): Promise<ShopState<E>> => {
    const { names: models } = await modelNames(tx, row.modelIds);
    return Object.assign(row, { images: await imagesOf(tx, kind, row.id), models });
  };

/** The columns of a body. Throws E0001 for an address outside the shop, and for models that there are not. */
export async function shopColumns<B extends Body>({ tx, now, caller, config }: RecordAct, body: B, isNew: boolean) {
  refuseOutsideShop(body.url, config);
  const { known, names: models } = await modelNames(tx, body.modelIds);
  if (known < body.modelIds.length) throw new Problem('E0001', {}, { modelIds: 'field.unknown' });
  return { ...body, models, ...(isNew ? { registeredBy: caller.name, createdAt: now } : {}) };
}

/** For `related`. */
export const saveShopImages =
  (kind: ContentKind) =>
  async ({ tx, caller }: RecordAct, id: number, { images }: Pick<Body, 'images'>): Promise<Pick<Body, 'images'>> => {
    await saveImages(tx, { kind, id, by: caller }, { own: images, inText: [] });
    return { images };
  };

export function refuseOutsideShop(url: string | null, { SHOP_HOST: host }: Pick<Config, 'SHOP_HOST'>): void {
  if (url !== null && !inShop(url, host)) throw new Problem('E0001', { host }, { url: 'field.host' });
}

type Logged<F extends string> = ShopState<ShopEntry> & Record<F, string | number | null>;

/** What the log shows: fields as they are, models by their names, pictures by their texts. */
export const shopChanges =
  <F extends string>(fields: readonly F[]) =>
  (before: Logged<F> | null, after: Logged<F>): Changes => {
    const shown = (state: Logged<F>): Record<F | 'models' | 'images', string | number | null> => ({
      ...state,
      images: imagesInLog(state.images),
    });
    return changesIn([...fields, 'models', 'images'] as const, before && shown(before), shown(after));
  };

async function modelNames(tx: Tx, ids: readonly number[]): Promise<{ known: number; names: string | null }> {
  const [row] = await tx.query<{ known: number; names: string | null }[]>(
    "SELECT count(*)::int AS known, string_agg(name, ', ' ORDER BY name) AS names FROM model WHERE id = ANY($1)",
    [ids],
  );
  return row ?? { known: 0, names: null };
}

/** One picture in the place of another is a change, whatever its text is. */
const imagesInLog = (images: readonly ContentImage[]): string | null =>
  images.length === 0 ? null : images.map(({ id, alt }) => `${alt || '–'} [${id.slice(0, 6)}]`).join(', ');
