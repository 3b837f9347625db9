import { type NoticeDetail, type NoticePush, notices } from '@headland/contracts/notice';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord, RemoveRecord } from '../../ui/records/record-actions';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { isOnGoing } from '../content-parts/bulk-actions';
import { contentText } from '../content-parts/content-form';
import { ContentPreview } from '../content-parts/content-preview';
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

function Notice({ notice: n }: { notice: NoticeDetail }) {
  const { t, number } = useI18n();
  const shown = { ...n, isNew: false, date: n.startOn ?? n.registeredAt.slice(0, 10) };
  return (
    <DetailPage
      title={n.title}
      beside={<PostingChip of={n} />}
      list={useRecordList(noticeScreens)}
      actions={
        <>
          <RemoveRecord
            kind="notice"
            endpoint={notices.remove}
            record={{ id: n.id, name: n.title }}
            list="/notice"
            again={
              isOnGoing(n)
                ? {
                    title: t('content.onGoing'),
                    text: t('content.onGoingOne', { name: n.title }),
                    label: t('content.deleteAnyway'),
                  }
                : undefined
            }
          />
          <EditRecord screens={noticeScreens} id={n.id} />
        </>
      }
      two="xl"
    >
      <DetailCard title={t('content.basics')}>
        <Facts
          rows={[
            [t('notice.field.type'), t(`noticeType.${n.type}`)],
            [t('notice.field.target'), t(`noticeTarget.${n.target}`)],
            [t('notice.field.os'), t(`osType.${n.os}`)],
            [t('posting.label'), <PostingDays key="days" of={n} />],
            [t('display.label'), t(`display.${n.display}`)],
            [t('content.registrant'), n.registrant],
            [t('content.registeredAt'), momentText(n.registeredAt)],
            [t('content.views'), number(n.views)],
          ]}
        />
        <PushFacts push={n.push} />
      </DetailCard>
      <DetailCard title={t('content.text')}>
        <ContentPreview page="/noticeDetailApp" record={shown} />
      </DetailCard>
      <HistoryCard kind="notice" endpoint={notices.history} id={n.id} labels={{ value: contentText }} />
    </DetailPage>
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
