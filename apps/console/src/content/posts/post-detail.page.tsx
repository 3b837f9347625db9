import { type PostDetail, posts } from '@headland/contracts/post';
import { postListColumns } from '@headland/i18n/columns/posts';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { isOnGoing } from '../content-parts/bulk-actions';
import { ContentPage } from '../content-parts/content-page';
import { postScreens } from './post-screens';

/** One post: what it is, how the app shows it, and who changed what. */
export function PostDetailPage() {
  return (
    <WithRecord endpoint={posts.get} list={useRecordList(postScreens)}>
      {(post) => <Post post={post} />}
    </WithRecord>
  );
}

function Post({ post }: { post: PostDetail }) {
  const { t } = useI18n();
  const shown = useMemo(() => ({ ...post, date: post.startOn ?? dayText(post.registeredAt) }), [post]);
  return (
    <ContentPage
      {...{ screens: postScreens, record: post, shown }}
      beside={<PostingChip of={post} />}
      onGoing={isOnGoing(post)}
      page="/postDetailApp"
    >
      <RecordFacts
        columns={postListColumns}
        record={post}
        fields={['startOn', 'display', 'registrant', 'registeredAt', 'views']}
        own={{ startOn: <PostingDays of={post} /> }}
        titles={{ startOn: t('posting.days') }}
      />
    </ContentPage>
  );
}
