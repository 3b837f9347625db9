import { type FaqDetail, faqs } from '@headland/contracts/faq';
import { faqListColumns } from '@headland/i18n/columns/faqs';
import { useMemo } from 'react';
import { RecordFacts } from '../../ui/records/record-facts';
import { useRecordList } from '../../ui/records/record-screens';
import { WithRecord } from '../../ui/with-record';
import { isOnGoing } from '../content-parts/bulk-actions';
import { ContentPage } from '../content-parts/content-page';
import { DisplayLabel } from '../content-parts/display-label';
import { faqScreens } from './faq-screens';

/** One question: what it is, how the app shows it, and who changed what. */
export function FaqDetailPage() {
  return (
    <WithRecord endpoint={faqs.get} list={useRecordList(faqScreens)}>
      {(faq) => <Faq faq={faq} />}
    </WithRecord>
  );
}

function Faq({ faq }: { faq: FaqDetail }) {
  const shown = useMemo(() => ({ ...faq, images: [], related: [] }), [faq]);
  return (
    <ContentPage
      {...{ screens: faqScreens, record: faq, shown }}
      beside={<DisplayLabel display={faq.display} />}
      onGoing={isOnGoing(faq)}
      page="/faqDetailApp"
    >
      <RecordFacts columns={faqListColumns} record={faq} />
    </ContentPage>
  );
}
