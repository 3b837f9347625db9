import type { Endpoint } from '@headland/contracts/endpoint';
import type { RecordStep } from '@headland/contracts/shared-shapes';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { DetailCard } from '../detail-page';
import { type HistoryLabels, RecordHistory } from '../record-history';
import type { KindWith } from './record-screens';

interface Props {
  kind: KindWith<'history'> & KindWith<'historyEmpty'>;
  endpoint: Endpoint & { params: z.ZodObject; query: z.ZodObject; data: typeof RecordStep; page: true };
  id: number;
  labels?: HistoryLabels;
}
/** The card of a record's page that shows who changed what of it. */
export function HistoryCard({ kind, ...history }: Props) {
  const { t } = useI18n();
  const label = t(`${kind}.history`);
  return (
    <DetailCard title={label} wide flush>
      <RecordHistory {...history} kind={kind} label={label} empty={{ title: t(`${kind}.historyEmpty`) }} />
    </DetailCard>
  );
}
