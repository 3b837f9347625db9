import { bannerFields, type GptBannerBody, gptBanners } from '@headland/contracts/gpt-banner';
import { bannerErrors, bannerRefusal, bannerStatus, bannerTurnsAt } from '@headland/domain/gpt-banner';
import { dayOf } from '@headland/domain/zone-day';
import { gptBannerListColumns } from '@headland/i18n/columns/gpt-banners';
import type { Config } from '../../platform/config';
import type { Emit } from '../../platform/event-log/change';
import { changesIn } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import type { RecordDefinition } from '../../platform/records/record';
import { releaseImage, takeImage } from './banner-image.tx';
import { GptBanner } from './gpt-banner.entity';
import { bannerDetail, bannerList } from './gpt-banner.reads';

/** Banners as records. Suspension is an act of its own, and so is the turn of a period, which nobody does. */
export const gptBannerRecord: RecordDefinition<typeof gptBanners, GptBanner> = {
  endpoints: gptBanners,
  entity: GptBanner,
  kind: 'gptBanner',
  screen: 'gptBanner',
  nameOf: ({ name }) => name,
  organizationOf: () => null,
  list: (_, filter, { today }) => bannerList(filter, today),
  export: { list: 'gptBanners', file: 'gptBanner', title: 'screen.gptBanner', columns: gptBannerListColumns },
  detail: (tx, _, id, { today }) => bannerDetail(tx, id, today),

  // suspended counts before the version, which suspension has changed
  closed: ({ suspendedAt }) => (suspendedAt === null ? null : 'GPT_BANNER_SUSPENDED'),

  async prepare({ tx, caller, now, config }, body: GptBannerBody, before) {
    const today = dayOf(now.getTime(), config.PRODUCT_TIME_ZONE);
    if (before !== null) refuseClosed(before, 'change', today);
    const errors = bannerErrors(body, before, today);
    if (Object.keys(errors).length > 0) throw new Problem('E0001', {}, errors);
    if (before?.imageId !== body.imageId) await takeImage(tx, body.imageId, caller);
    const written = { ...body, imageAlt: body.imageAlt || null };
    if (before !== null) return { ...written, announced: bannerStatus({ ...before, ...body }, today) };
    const fresh = { suspendedAt: null, suspendedBy: null };
    return {
      ...{ ...written, ...fresh, createdBy: caller.name, createdAt: now },
      announced: bannerStatus({ ...body, ...fresh }, today),
    };
  },

  changes: (before, after) => changesIn([...bannerFields, 'imageId'], before, after),

  remove({ now, config }, banner) {
    refuseClosed(banner, 'delete', dayOf(now.getTime(), config.PRODUCT_TIME_ZONE));
    // its picture stays for a while: a deletion can be taken back (see `RemovedBanners`)
    return Promise.resolve({ removedAt: now });
  },

  async after({ tx, emit, now, config }, before, after) {
    if (before?.imageId != null && before.imageId !== after?.imageId) await releaseImage(tx, before.imageId);
    announce(emit, after ?? { id: before?.id ?? 0 }, now, config);
  },
};

/** Throws why an act is not possible in the status of today. */
export function refuseClosed(banner: GptBanner, act: 'change' | 'suspend' | 'delete', today: string): void {
  const no = bannerRefusal(bannerStatus(banner, today), act);
  if (no !== null) throw new Problem(no, { name: banner.name });
}

/** For open lists and for the timer of the next turn; without a period it was deleted. */
export function announce(
  emit: Emit,
  banner: { id: number } | GptBanner,
  now: Date,
  { PRODUCT_TIME_ZONE: zone }: Pick<Config, 'PRODUCT_TIME_ZONE'>,
): void {
  const today = dayOf(now.getTime(), zone);
  const turnsAt = 'startOn' in banner ? bannerTurnsAt(banner, today, zone) : null;
  emit(
    'gptBanner.changed',
    {
      bannerId: banner.id,
      status: 'startOn' in banner ? bannerStatus(banner, today) : null,
      turnsAt: turnsAt === null ? null : new Date(turnsAt).toISOString(),
    },
    { organizationId: null },
  );
}
