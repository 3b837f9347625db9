import { chakra } from '@chakra-ui/react';
import { bannerStatuses, type GptBannerRow, gptBanners } from '@headland/contracts/gpt-banner';
import { gptBannerListColumns } from '@headland/i18n/columns/gpt-banners';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { useCan } from '../../lib/session/session';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { NewBanner, RemoveBanners, SuspendBanner } from './gpt-banner-acts';
import { GptBannerPanel } from './gpt-banner-panel';
import { BannerChip, BannerThumb, periodText } from './gpt-banner-parts';

/** Banners of the GPT service: who may change one opens its form, who may not its panel. */
export function GptBannerListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(gptBanners.list);
  const { columns, phone } = useColumns();
  const f = list.filter;
  const { openId, open } = list;
  const mayChange = can(gptBanners.change.allow);
  const mayAct = mayChange || can(gptBanners.removeMany.allow);
  return (
    <ListPage<GptBannerRow>
      title={t('screen.gptBanner')}
      list={list}
      exportAs="gptBanners"
      actions={<NewBanner />}
      {...(mayChange && { to: (row: GptBannerRow) => toRecord('/gptBannerModi', row.id) })}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterSelect
            label={t('gptBanner.status')}
            value={f.status === 'all' ? undefined : f.status}
            options={bannerStatuses.map((value) => ({ value, label: t(`gptBannerStatus.${value}`) }))}
            onApply={(status) => list.set({ status: bannerStatuses.find((known) => known === status) })}
          />
          <FilterText label={t('gptBanner.field.name')} value={f.name} onApply={(name) => list.set({ name })} />
          <FilterDates label={t('gptBanner.period')} of={gptBanners.list.query} filter={f} onApply={list.set} />
        </FilterBar>
      }
      table={{ columns, phone, idOf, signature: signatureOf, mark: markOf }}
      {...(mayAct && {
        bulk: ({ rows, clear }) => (
          <>
            <SuspendBanner
              banner={rows.length === 1 ? rows[0] : undefined}
              refused={rows.length > 1 ? t('gptBanner.suspendOne') : undefined}
              onDone={clear}
            />
            <RemoveBanners banners={rows} onDone={clear} />
          </>
        ),
      })}
      detail={openId === null ? null : <GptBannerPanel key={openId} id={openId} onClose={() => open(null)} />}
      detailWidth="428px"
      empty={{ title: t('gptBanner.empty'), text: t('gptBanner.emptyText'), action: <NewBanner look="plain" /> }}
    />
  );
}

const idOf = (row: GptBannerRow): number => row.id;
/** A turn of its period changes a row without a new version. */
const signatureOf = (row: GptBannerRow): string => `${row.version} ${row.status}`;
const markOf = ({ status }: GptBannerRow): 'quiet' | undefined =>
  status === 'stop' || status === 'done' ? 'quiet' : undefined;

function useColumns(): { columns: Column<GptBannerRow>[]; phone: Column<GptBannerRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(gptBannerListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.status, width: '104px', cell: (r) => <BannerChip status={r.status} /> },
        { ...c.name, identity: true, cell: (r) => <b>{r.name}</b> },
        { ...c.period, cell: (r) => <span className="num">{periodText(r)}</span> },
        {
          key: 'image',
          title: t('gptBanner.image'),
          width: '74px',
          exports: [],
          cell: (r) => <BannerThumb banner={r} />,
        },
        c.registrant,
        c.registeredAt,
        c.suspendedAt,
      ],
      phone: [
        {
          ...c.name,
          cell: (r) => (
            <chakra.span display="flex" gap="2.5" alignItems="center" py="1.5">
              <BannerThumb banner={r} />
              <chakra.span minW="0" flex="1" lineHeight="18px">
                <b>{r.name}</b>
                <chakra.small display="block" color="ink3" className="num">
                  {periodText(r)}
                </chakra.small>
              </chakra.span>
              <BannerChip status={r.status} />
            </chakra.span>
          ),
        },
      ],
    }),
    [t, c],
  );
}
