import { type NoticeDetail, type NoticePush, notices } from '@headland/contracts/notice';
import { noticeListColumns } from '@headland/i18n/columns/notices';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText, momentText } from '../../lib/time';
import { Facts } from '../../ui/panel';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { isOnGoing } from '../content-parts/bulk-actions';
import { ContentPage } from '../content-parts/content-page';
import { noticeScreens } from './notice-screens';

/** One notice: what it is, how the app shows it, what became of its push, and who changed what. */
export function NoticeDetailPage() {
  const list = useRecordList(noticeScreens);
  return (
    <WithRecord endpoint={notices.get} list={list} every={(notice) => (isMoving(notice.push) ? 3_000 : false)}>
      {(notice) => <Notice notice={notice} />}
    </WithRecord>
  );
}

const isMoving = ({ state, queued }: NoticePush): boolean => state === 'waiting' || state === 'sending' || queued > 0;

function Notice({ notice }: { notice: NoticeDetail }) {
  const { t } = useI18n();
  const shown = useMemo(
    () => ({ ...notice, isNew: false, date: notice.startOn ?? dayText(notice.registeredAt) }),
    [notice],
  );
  return (
    <ContentPage
      {...{ screens: noticeScreens, record: notice, shown }}
      beside={<PostingChip of={notice} />}
      onGoing={isOnGoing(notice)}
      page="/noticeDetailApp"
    >
      <RecordFacts
        columns={noticeListColumns}
        record={{ ...notice, images: notice.images.length }}
        fields={['type', 'target', 'os', 'startOn', 'display', 'registrant', 'registeredAt', 'views']}
        own={{ startOn: <PostingDays of={notice} /> }}
        titles={{ startOn: t('posting.days') }}
      />
      <PushFacts push={notice.push} />
    </ContentPage>
  );
}

function PushFacts({ push }: { push: NoticePush }) {
  const { t, number } = useI18n();
  const at: [string, string] =
    push.state === 'waiting'
      ? [t('notice.pushDue'), push.at === null ? t('notice.pushWhenShown') : momentText(push.at)]
      : [t('notice.pushAt'), push.at === null ? '–' : momentText(push.at)];
  const result: [string, string][] = [
    [t('notice.pushReached'), number(push.reached)],
    [t('notice.pushFailed'), number(push.failed)],
    [t('notice.pushQueued'), number(push.queued)],
    [t('notice.pushNoDevice'), number(push.noDevice)],
  ];
  return (
    <Facts
      rows={[
        [t('notice.push'), t(`notice.pushState.${push.state}`)],
        ...(push.state === 'none' ? [] : [at]),
        ...(push.state === 'sent' || push.state === 'sending' ? result : []),
      ]}
    />
  );
}
