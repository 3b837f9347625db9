import { faqCategories, type FaqRow, faqs } from '@headland/contracts/faq';
import { faqListColumns } from '@headland/i18n/columns/faqs';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { useCan } from '../../lib/session/session';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { DisplayFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import { useReorder } from '../../ui/reorder';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { ContentBulkActions } from '../content-parts/bulk-actions';
import { DisplayLabel } from '../content-parts/display-label';
import { PhoneCell } from '../content-parts/phone-cell';
import { faqScreens } from './faq-screens';

/** Frequently asked questions, category after category in the order of the app. */
export function FaqListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(faqs.list);
  const { filter: f, set } = list;
  const c = useListColumns(faqListColumns);
  const reorder = useReorder<FaqRow>({
    ...{ list, endpoint: faqs.reorder, column: c.displayOrder },
    nameOf: (r) => r.title,
    groupOf: (r) => r.category,
  });
  const columns: Column<FaqRow>[] = [
    c.category,
    { ...c.title, identity: true, cell: (r) => <b>{r.title}</b> },
    reorder.column,
    { ...c.display, cell: (r) => <DisplayLabel display={r.display} /> },
    c.views,
    c.registrant,
    c.registeredAt,
  ];
  const phone: Column<FaqRow>[] = [
    {
      ...c.title,
      cell: (r) => (
        <PhoneCell title={r.title}>
          {t(`faqCategory.${r.category}`)} · {r.displayOrder} · <DisplayLabel display={r.display} />
        </PhoneCell>
      ),
    },
  ];
  const bulk = (picked: Picked<FaqRow>) => <ContentBulkActions endpoints={faqs} picked={picked} />;
  return (
    <ListPage<FaqRow>
      title={t('screen.faq')}
      list={list}
      exportAs="faqs"
      actions={<NewRecord screens={faqScreens} />}
      to={(r) => toRecord('/faqDetail', r.id)}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterMany
            label={t('faq.field.category')}
            values={f.category}
            options={faqCategories.map((value) => ({ value, label: t(`faqCategory.${value}`) }))}
            onApply={(category) => set({ category })}
          />
          <FilterText label={t('faq.field.title')} value={f.title} onApply={(title) => set({ title })} />
          <DisplayFilter value={f.display} onApply={(display) => set({ display })} />
        </FilterBar>
      }
      table={{
        ...{ columns, phone, reorder },
        idOf: (r) => r.id,
        mark: (r) => (r.display === 'hidden' ? 'quiet' : undefined),
        signature: (r) => r.version,
      }}
      {...(can(faqs.display.allow) || can(faqs.removeMany.allow) ? { bulk } : {})}
      empty={{
        title: t('faq.empty'),
        text: t('faq.emptyText'),
        action: <NewRecord screens={faqScreens} look="plain" />,
      }}
    />
  );
}
