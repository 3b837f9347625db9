import type { gptBanners } from '@headland/contracts/gpt-banner';
import type { ColumnsOf } from './list-column';

export const gptBannerListColumns = [
  { key: 'status', title: 'gptBanner.status', kind: 'text', value: (r, { t }) => t(`gptBannerStatus.${r.status}`) },
  { key: 'name', title: 'gptBanner.field.name', kind: 'text', width: 36, sort: 'name', value: (r) => r.name },
  {
    key: 'period',
    title: 'gptBanner.period',
    kind: 'text',
    width: 26,
    sort: 'period',
    value: (r) => `${r.startOn} – ${r.endOn}`,
  },
  { key: 'registrant', title: 'gptBanner.registrant', kind: 'text', value: (r) => r.registrant },
  {
    key: 'registeredAt',
    title: 'gptBanner.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
  {
    key: 'suspendedAt',
    title: 'gptBanner.suspendedAt',
    kind: 'moment',
    sort: 'suspendedAt',
    value: (r) => r.suspendedAt,
  },
] as const satisfies ColumnsOf<typeof gptBanners.list>;
