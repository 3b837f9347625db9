import { type ModelDetail, models } from '@headland/contracts/model';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type RecordScreens, useRecordList } from '../../ui/records/record-screens';
import { type RecordList, WithRecord } from '../../ui/with-record';

/** The number in the address: a record, 0 for a new one, or nothing that could be a number. */
export function useNumber(): number | null {
  const { number } = useParams({ strict: false }) as { number?: string };
  return /^\d{1,9}$/u.test(number ?? '') ? Number(number) : null;
}

/** How often the progress of notified devices and recalculated vehicles is polled. */
const deliveryEveryMs = 3_000;
const redatingEveryMs = 1_000;

export const modelScreens = {
  kind: 'model',
  endpoints: models,
  list: '/model',
  detail: '/modelDetail',
  register: '/modelRegi',
  edit: '/modelModi',
} as const satisfies RecordScreens;
export const useModelList = (): RecordList => useRecordList(modelScreens);

interface Props {
  id: number | null;
  /** watches how far a change has come, until every vehicle and every device has it */
  watching?: boolean;
  /** for a form */
  fresh?: boolean;
  children: (model: ModelDetail, refetch: () => Promise<ModelDetail | undefined>) => ReactNode;
}
/** A model as it is read. */
export function WithModel({ id, watching = false, fresh = false, children }: Props) {
  return (
    <WithRecord
      endpoint={models.get}
      id={id === 0 ? null : id}
      list={useModelList()}
      fresh={fresh}
      every={(model) => (watching ? nextLook(model) : false)}
    >
      {children}
    </WithRecord>
  );
}

const nextLook = ({ redating, delivery }: ModelDetail): number | false =>
  redating ? redatingEveryMs : underWay(delivery) ? deliveryEveryMs : false;
export const underWay = ({ devices, confirmed }: ModelDetail['delivery']): boolean => confirmed < devices;
