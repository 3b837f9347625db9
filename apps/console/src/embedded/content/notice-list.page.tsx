import type { appContent, AppNoticeRow } from '@headland/contracts/app-content';
import { appContentPaths } from '@headland/contracts/app-content-paths';
import { Chevron, Frame } from '../frame';
import { useTexts } from '../language';
import { go, useRoute } from '../route';
import { ErrorCard, Loading, Message } from '../states';
import { MoreButton } from './more-button';
import { usePages } from './use-pages';

/** Published notices, newest first: `?target=fieldManager` in the field managers' app, `?os=android|ios` of the device. */
export function NoticeListPage() {
  const { t } = useTexts();
  return (
    <Frame title={t('appContent.notices')}>
      <Notices />
    </Frame>
  );
}

function Notices() {
  const { t } = useTexts();
  const { query } = useRoute();
  const os = (['android', 'ios'] as const).find((each) => each === query.get('os'));
  const { data, error, busy, retry, more } = usePages<typeof appContent.notices>(appContentPaths.notices, {
    target: query.get('target') === 'fieldManager' ? 'fieldManager' : 'customer',
    ...(os && { os }),
  });
  if (error !== null) return <ErrorCard error={error} onRetry={retry} />;
  if (data === null) return <Loading />;
  if (data.rows.length === 0) return <Message>{t('appContent.noNotices')}</Message>;
  return (
    <>
      <ul className="card rows" aria-busy={busy}>
        {data.rows.map((notice) => (
          <li key={notice.id}>
            <Row notice={notice} />
          </li>
        ))}
      </ul>
      <MoreButton onMore={more} busy={busy} />
    </>
  );
}

function Row({ notice: { id, type, title, date, isNew } }: { notice: AppNoticeRow }) {
  const { t } = useTexts();
  return (
    <button type="button" className="row" onClick={() => go(`/noticeDetailApp/${id}${location.search}`)}>
      <span className="what">
        <span className="over">
          <span className={type === 'event' ? 'chip event' : 'chip plain'}>{t(`appContent.${type}`)}</span>
          {isNew && <span className="chip">{t('appContent.new')}</span>}
        </span>
        <span className="title">{title}</span>
        <span className="quiet num">{date}</span>
      </span>
      <Chevron right />
    </button>
  );
}
