import { type NoticeRow, notices, noticeTargets, noticeTypes, osTypes } from '@headland/contracts/notice';
import { noticeListColumns } from '@headland/i18n/columns/notices';
import { ImageIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { useCan } from '../../lib/session/session';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { DisplayFilter, PostingStateFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import type { Column } from '../../ui/table';
import { type List, useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { ContentBulkActions } from '../content-parts/bulk-actions';
import { PhoneCell } from '../content-parts/phone-cell';
import { noticeScreens } from './notice-screens';

/** Notices of the customers' app and of the field managers' app. */
export function NoticeListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(notices.list);
  const { columns, phone } = useColumns();
  const bulk = (picked: Picked<NoticeRow>) => <ContentBulkActions endpoints={notices} picked={picked} />;
  return (
    <ListPage<NoticeRow>
      title={t('screen.notice')}
      list={list}
      exportAs="notices"
      actions={<NewRecord screens={noticeScreens} />}
      to={(r) => toRecord('/noticeDetail', r.id)}
      filters={<Filters list={list} />}
      table={{
        columns,
        phone,
        idOf: (r) => r.id,
        mark: markOf,
        signature: (r) => `${r.state} ${r.display} ${r.title}`,
      }}
      {...(can(notices.display.allow) || can(notices.removeMany.allow) ? { bulk } : {})}
      empty={{
        title: t('notice.empty'),
        text: t('notice.emptyText'),
        action: <NewRecord screens={noticeScreens} look="plain" />,
      }}
    />
  );
}

const markOf = ({ state, display }: NoticeRow) => (state === 'ended' || display === 'hidden' ? 'quiet' : undefined);

function Filters({ list }: { list: List<typeof notices.list> }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  return (
    <FilterBar onReset={list.reset}>
      <FilterText label={t('notice.field.title')} value={f.title} onApply={(title) => set({ title })} />
      <FilterSelect
        label={t('notice.field.type')}
        value={f.type}
        options={noticeTypes.map((value) => ({ value, label: t(`noticeType.${value}`) }))}
        onApply={(value) => set({ type: noticeTypes.find((type) => type === value) })}
      />
      <FilterSelect
        label={t('notice.field.target')}
        value={f.target}
        options={noticeTargets.map((value) => ({ value, label: t(`noticeTarget.${value}`) }))}
        onApply={(value) => set({ target: noticeTargets.find((target) => target === value) })}
      />
      <FilterSelect
        label={t('notice.field.os')}
        value={f.os}
        options={osTypes.map((value) => ({ value, label: t(`osType.${value}`) }))}
        onApply={(value) => set({ os: osTypes.find((os) => os === value) })}
      />
      <DisplayFilter value={f.display} onApply={(display) => set({ display })} />
      <PostingStateFilter value={f.state} onApply={(state) => set({ state })} />
      <FilterDates label={t('content.registeredAt')} of={notices.list.query} filter={f} onApply={set} />
    </FilterBar>
  );
}

function useColumns(): { columns: Column<NoticeRow>[]; phone: Column<NoticeRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(noticeListColumns);
  return useMemo(
    () => ({
      columns: [
        c.type,
        { ...c.title, identity: true, cell: (r) => <b>{r.title}</b> },
        c.target,
        c.os,
        {
          ...c.startOn,
          title: t('posting.days'),
          exports: ['startOn', 'endOn'],
          cell: (r) => <PostingDays of={r} />,
        },
        { ...c.state, exports: ['state', 'display'], cell: (r) => <PostingChip of={r} /> },
        {
          ...c.images,
          cell: (r) => (r.images === 0 ? '–' : <ImageIcon size={15} aria-label={t('content.image')} />),
        },
        c.registrant,
        c.registeredAt,
        c.views,
      ],
      phone: [
        {
          ...c.title,
          cell: (r) => (
            <PhoneCell title={r.title}>
              <PostingChip of={r} /> {t(`noticeType.${r.type}`)} · {t(`noticeTarget.${r.target}`)} ·{' '}
              <PostingDays of={r} />
            </PhoneCell>
          ),
        },
      ],
    }),
    [t, c],
  );
}
