import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { DetailCard, DetailPage } from '../../ui/detail-page';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord, RemoveRecord } from '../../ui/records/record-actions';
import { type RecordScreens, useRecordList } from '../../ui/records/record-screens';
import { contentText } from './content-form';
import { ContentPreview } from './content-preview';

type RemoveProps = Parameters<typeof RemoveRecord>[0];
interface Props {
  screens: RecordScreens & {
    kind: RemoveProps['kind'] & Parameters<typeof HistoryCard>[0]['kind'];
    endpoints: {
      remove: RemoveProps['endpoint'];
      restore: NonNullable<RemoveProps['undo']>;
      history: Parameters<typeof HistoryCard>[0]['endpoint'];
    };
  };
  record: { id: number; title: string };
  beside: ReactNode;
  /** the app shows it at this moment: its deletion is asked for twice */
  onGoing: boolean;
  /** the embedded page and what it shows */
  page: string;
  shown: Parameters<typeof ContentPreview>[0]['record'];
  /** facts */
  children: ReactNode;
}
/** The page of a notice, a question or a post: its facts, what the app shows, who changed what. */
export function ContentPage({ screens, record: { id, title }, beside, onGoing, page, shown, children }: Props) {
  const { t } = useI18n();
  const again = {
    title: t('content.onGoing'),
    text: t('content.onGoingOne', { name: title }),
    label: t('content.deleteAnyway'),
  };
  return (
    <DetailPage
      title={title}
      beside={beside}
      list={useRecordList(screens)}
      actions={
        <>
          <RemoveRecord
            kind={screens.kind}
            endpoint={screens.endpoints.remove}
            record={{ id, name: title }}
            list={screens.list}
            again={onGoing ? again : undefined}
            undo={screens.endpoints.restore}
          />
          <EditRecord screens={screens} id={id} />
        </>
      }
      two="xl"
    >
      <DetailCard title={t('content.basics')}>{children}</DetailCard>
      <DetailCard title={t('content.text')}>
        <ContentPreview page={page} record={shown} />
      </DetailCard>
      <HistoryCard kind={screens.kind} endpoint={screens.endpoints.history} id={id} labels={{ value: contentText }} />
    </DetailPage>
  );
}
