import { type ModelDetail, models } from '@headland/contracts/model';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { type RecordList, WithRecord } from '../../ui/with-record';

/** The number in the address: a record, 0 for a new one, or nothing that could be a number. */
export function useNumber(): number | null {
  const { number } = useParams({ strict: false }) as { number?: string };
  return /^\d{1,9}$/u.test(number ?? '') ? Number(number) : null;
}

/** How often one looks how far devices have been told, and vehicles dated. */
const deliveryEveryMs = 3_000;
const redatingEveryMs = 1_000;

/** The list that a model belongs to. */
export function useModelList(): RecordList {
  const { t } = useI18n();
  return { to: '/model', label: t('model.toList'), missing: t('model.missing') };
}

interface Props {
  id: number | null;
  /** watches how far a change has come, until every vehicle and every device has it */
  watching?: boolean;
  children: (model: ModelDetail, refetch: () => Promise<ModelDetail | undefined>) => ReactNode;
}
/** A model as it is read. */
export function WithModel({ id, watching = false, children }: Props) {
  return (
    <WithRecord
      endpoint={models.get}
      id={id === 0 ? null : id}
      list={useModelList()}
      every={(model) => (watching ? nextLook(model) : false)}
    >
      {children}
    </WithRecord>
  );
}

const nextLook = ({ redating, delivery }: ModelDetail): number | false =>
  redating ? redatingEveryMs : underWay(delivery) ? deliveryEveryMs : false;
export const underWay = ({ devices, confirmed }: ModelDetail['delivery']): boolean => confirmed < devices;
