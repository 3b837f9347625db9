import type { AppPost } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { useTexts } from '../language';
import { ContentDetail } from './content-detail';
import { PictureRow } from './picture-row';
import { RichText } from './rich-text';

/** One post: title, date, pictures, text. */
export function PostDetailPage() {
  const { t } = useTexts();
  return (
    <ContentDetail<AppPost>
      path={appContentPaths.post}
      title={t('appContent.posts')}
      ended={t('appContent.postEnded')}
      list={{ to: '/postApp', label: t('appContent.toPosts') }}
    >
      {({ title, date, images, content }) => (
        <article className="card content">
          <p className="quiet num">{date}</p>
          <h2>{title}</h2>
          {images.length > 0 && <PictureRow pictures={images} />}
          <RichText html={content} />
        </article>
      )}
    </ContentDetail>
  );
}
