import { chakra } from '@chakra-ui/react';
import { type PostRow, posts } from '@headland/contracts/post';
import { postListColumns } from '@headland/i18n/columns/posts';
import { ImageIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { useCan } from '../../lib/session/session';
import { FilterBar, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { DisplayFilter, PostingStateFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import { StoredImage } from '../../ui/stored-image';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { ContentBulkActions } from '../content-parts/bulk-actions';
import { PhoneCell } from '../content-parts/phone-cell';
import { postScreens } from './post-screens';

/** Posts of the app's board. */
export function PostListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(posts.list);
  const { filter: f, set } = list;
  const { columns, phone } = useColumns();
  const bulk = (picked: Picked<PostRow>) => <ContentBulkActions endpoints={posts} picked={picked} />;
  return (
    <ListPage<PostRow>
      title={t('screen.post')}
      list={list}
      exportAs="posts"
      actions={<NewRecord screens={postScreens} />}
      to={(r) => toRecord('/postDetail', r.id)}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterText label={t('post.field.title')} value={f.title} onApply={(title) => set({ title })} />
          <DisplayFilter value={f.display} onApply={(display) => set({ display })} />
          <PostingStateFilter value={f.state} onApply={(state) => set({ state })} />
          <FilterDates label={t('content.registeredAt')} of={posts.list.query} filter={f} onApply={set} />
        </FilterBar>
      }
      table={{
        ...{ columns, phone },
        idOf: (r) => r.id,
        mark: (r) => (r.state === 'ended' || r.display === 'hidden' ? 'quiet' : undefined),
        signature: (r) => `${r.state} ${r.display} ${r.title}`,
      }}
      {...(can(posts.display.allow) || can(posts.removeMany.allow) ? { bulk } : {})}
      empty={{
        title: t('post.empty'),
        text: t('post.emptyText'),
        action: <NewRecord screens={postScreens} look="plain" />,
      }}
    />
  );
}

function Thumb({ id }: { id: string | null }) {
  return (
    <chakra.span
      display="grid"
      placeItems="center"
      flexShrink={0}
      w="48px"
      h="34px"
      overflow="hidden"
      borderRadius="chip"
      bg="sunken"
      color="ink3"
    >
      {id === null ? <ImageIcon size={15} aria-hidden /> : <StoredImage id={id} alt="" fallback={null} />}
    </chakra.span>
  );
}

function useColumns(): { columns: Column<PostRow>[]; phone: Column<PostRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(postListColumns);
  return useMemo(
    () => ({
      columns: [
        { key: 'image', title: t('content.image'), width: '70px', exports: [], cell: (r) => <Thumb id={r.imageId} /> },
        { ...c.title, identity: true, cell: (r) => <b>{r.title}</b> },
        { ...c.startOn, title: t('posting.days'), exports: ['startOn', 'endOn'], cell: (r) => <PostingDays of={r} /> },
        { ...c.state, exports: ['state', 'display'], cell: (r) => <PostingChip of={r} /> },
        c.registrant,
        c.registeredAt,
        c.views,
      ],
      phone: [
        {
          ...c.title,
          cell: (r) => (
            <PhoneCell before={<Thumb id={r.imageId} />} title={r.title}>
              <PostingChip of={r} /> <PostingDays of={r} />
            </PhoneCell>
          ),
        },
      ],
    }),
    [t, c],
  );
}
