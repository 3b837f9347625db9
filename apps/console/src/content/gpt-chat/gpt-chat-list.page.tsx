import { chakra } from '@chakra-ui/react';
import { type GptChatRow, gptChats, questionTypes } from '@headland/contracts/gpt-chat';
import { gptChatListColumns } from '@headland/i18n/columns/gpt-chats';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { BriefTime } from '../../ui/brief-time';
import { FilterBar, FilterSelect, FilterText, FilterToggle, NewRows } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { type List, useList } from '../../ui/use-list';
import { AnswerCell, TwoLines } from './chat-parts';
import { GptChatPanel } from './gpt-chat-panel';
import { useNewChats } from './use-new-chats';

/** What customers ask the assistant of the app, and what it answers: read, never changed, always text. */
export function GptChatListPage() {
  const { t } = useI18n();
  const list = useList(gptChats.list);
  const { columns, phone } = useColumns();
  const { openId, open } = list;
  return (
    <ListPage<GptChatRow>
      title={t('screen.gptChatData')}
      list={list}
      exportAs="gptChats"
      askPurpose
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature: signatureOf }}
      detail={
        openId === null ? null : <GptChatPanel key={openId} id={openId} onClose={() => open(null)} onOpen={open} />
      }
      detailWidth="480px"
      empty={{ title: t('gptChat.empty'), text: t('gptChat.emptyText') }}
    />
  );
}

const idOf = (row: GptChatRow): number => row.id;
const signatureOf = (row: GptChatRow): string => row.state;

function Filters({ list }: { list: List<typeof gptChats.list> }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  const news = useNewChats(list);
  return (
    <FilterBar onReset={list.reset} end={<NewRows count={news.count} onShow={news.show} />}>
      {f.customerId !== undefined && (
        <FilterToggle on onApply={() => set({ customerId: undefined })}>
          {t('gptChat.oneCustomer')}
        </FilterToggle>
      )}
      <FilterText
        label={t('gptChat.loginId')}
        value={f.loginId}
        onApply={(loginId) => set({ loginId })}
        width="130px"
      />
      <FilterText label={t('gptChat.customer')} value={f.name} onApply={(name) => set({ name })} width="130px" />
      <FilterText label={t('gptChat.text')} value={f.text} onApply={(text) => set({ text })} width="140px" />
      <FilterSelect
        label={t('gptChat.type')}
        value={f.type}
        options={questionTypes.map((value) => ({ value, label: t(`gptChatType.${value}`) }))}
        onApply={(type) => set({ type: questionTypes.find((known) => known === type) })}
      />
      <FilterDates label={t('gptChat.period')} of={gptChats.list.query} filter={f} onApply={set} />
      <FilterToggle on={f.unanswered === true} onApply={(on) => set({ unanswered: on ? 'true' : undefined })}>
        {t('gptChat.unanswered')}
      </FilterToggle>
    </FilterBar>
  );
}

function useColumns(): { columns: Column<GptChatRow>[]; phone: Column<GptChatRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(gptChatListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.loginId, yields: true },
        c.customer,
        { ...c.question, identity: true, cell: (r) => <TwoLines>{r.question}</TwoLines> },
        { ...c.answer, yields: true, cell: (r) => <AnswerCell chat={r} /> },
        c.askedAt,
        c.type,
      ],
      phone: [
        {
          ...c.question,
          cell: (r) => (
            <chakra.span display="grid" gap="0.5" py="1.5">
              <TwoLines>{r.question}</TwoLines>
              <chakra.small color="ink3" className="num">
                {r.customer.name} · {t(`gptChatType.${r.type}`)} · <BriefTime at={r.askedAt} />
                {r.problem !== null && ` · ${t('gptChatState.failed')}`}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [t, c],
  );
}
