import type { AppNotice } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { useTexts } from '../language';
import { ContentDetail } from './content-detail';
import { Picture } from './picture';
import { RichText } from './rich-text';

/** One notice: type, date, title, image, text. */
export function NoticeDetailPage() {
  const { t } = useTexts();
  return (
    <ContentDetail<AppNotice>
      path={appContentPaths.notice}
      title={t('appContent.notices')}
      ended={t('appContent.noticeEnded')}
      list={{ to: '/noticeApp', label: t('appContent.toNotices') }}
    >
      {({ type, date, title, images, content }) => (
        <article className="card content">
          <p className="quiet">
            {t(`appContent.${type}`)} · <span className="num">{date}</span>
          </p>
          <h2>{title}</h2>
          {images.map((image) => (
            <Picture key={image.id} {...image} />
          ))}
          <RichText html={content} />
        </article>
      )}
    </ContentDetail>
  );
}
