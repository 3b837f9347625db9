import type { appContent, AppPostRow } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { Frame } from '../frame';
import { useTexts } from '../language';
import { go } from '../route';
import { ErrorCard, Loading, Message } from '../states';
import { MoreButton } from './more-button';
import { Picture } from './picture';
import { usePages } from './use-pages';

/** The board: cards of the published posts, newest first. */
export function PostListPage() {
  const { t } = useTexts();
  return (
    <Frame title={t('appContent.posts')}>
      <Posts />
    </Frame>
  );
}

const all = {};
function Posts() {
  const { t } = useTexts();
  const { data, error, busy, retry, more } = usePages<typeof appContent.posts>(appContentPaths.posts, all);
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  if (data.rows.length === 0) return <Message>{t('appContent.noPosts')}</Message>;
  return (
    <>
      <ul className="board" aria-busy={busy}>
        {data.rows.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <MoreButton onMore={more} busy={busy} />
    </>
  );
}

function PostCard({ post: { id, title, date, image } }: { post: AppPostRow }) {
  return (
    <button type="button" className="card post" onClick={() => go(`/postDetailApp/${id}${location.search}`)}>
      {image !== null && <Picture {...image} card />}
      <span className="what">
        <span className="title">{title}</span>
        <span className="quiet num">{date}</span>
      </span>
    </button>
  );
}
