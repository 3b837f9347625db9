import type { administration } from '@headland/contracts/administration';
import type { ColumnsOf } from './list-column';

export const quarantineListColumns = [
  { key: 'at', title: 'history.at', kind: 'moment', sort: 'at', value: (r) => r.at },
  { key: 'topic', title: 'quarantine.topic', kind: 'text', width: 40, value: (r) => r.topic },
  { key: 'device', title: 'quarantine.device', kind: 'text', value: (r) => r.device },
  {
    key: 'reason',
    title: 'quarantine.reason',
    kind: 'text',
    value: (r, { t }) => t(`quarantineReason.${r.reason}`),
  },
  { key: 'reason', title: 'quarantine.detail', kind: 'text', width: 40, value: (r) => r.detail },
  { key: 'size', title: 'export.bytes', kind: 'number', width: 16, value: (r) => r.bytes },
  { key: 'same', title: 'quarantine.same', kind: 'number', value: (r) => r.same },
] as const satisfies ColumnsOf<typeof administration.quarantine>;
