import { chakra } from '@chakra-ui/react';
import { customers } from '@headland/contracts/customer';
import { type EarlierChat, type GptChatDetail, gptChats } from '@headland/contracts/gpt-chat';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { momentText } from '../../lib/time';
import { call, query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { TextLink } from '../../ui/detail-page';
import { Facts, Panel, Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { TwoLines, useAnswerNote } from './chat-parts';

interface Props {
  id: number;
  onClose: () => void;
  onOpen: (id: number) => void;
}

/** One question with its answer in full, and what the customer asked before. */
export function GptChatPanel({ id, onClose, onOpen }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const { data, error, refetch } = useQuery(query(gptChats.get, { params: { id } }));
  return (
    <Panel
      title={
        data ? (
          <TextLink to={can(customers.get.allow) ? toRecord('/customerDetail', data.customer.id) : null}>
            {data.customer.name}
          </TextLink>
        ) : (
          '…'
        )
      }
      over={data && t(`gptChatType.${data.type}`)}
      under={
        data && (
          <span className="num">{[data.customer.loginId, momentText(data.askedAt)].filter(Boolean).join(' · ')}</span>
        )
      }
      label={t('gptChat.question')}
      onClose={onClose}
    >
      {data ? (
        <>
          <Section title={t('gptChat.question')}>
            <Plain text={data.question} />
          </Section>
          <Section title={t('gptChat.answer')}>
            <Answer chat={data} />
          </Section>
          <Section title={t('gptChat.facts')}>
            <About chat={data} />
          </Section>
          <Section title={t('gptChat.earlier')}>
            <Earlier id={id} onOpen={onOpen} />
          </Section>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Panel>
  );
}

/** A text of a customer or of the model: its lines stay, and nothing in it is markup. */
const Plain = ({ text }: { text: string }) => (
  <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" textStyle="body">
    {text}
  </chakra.p>
);

function Answer({ chat }: { chat: GptChatDetail }) {
  const { t } = useI18n();
  const note = useAnswerNote()(chat);
  return (
    <chakra.div display="grid" gap="2">
      {note !== null && <chakra.p color={chat.problem === null ? 'ink2' : 'watch.ink'}>{note}</chakra.p>}
      {note !== null && chat.answer !== '' && (
        <chakra.p textStyle="small" color="ink3">
          {t('gptChat.cameUntil')}
        </chakra.p>
      )}
      {chat.answer !== '' && <Plain text={chat.answer} />}
      {chat.truncated && (
        <chakra.p textStyle="small" color="ink3">
          {t('gptChat.truncated')}
        </chakra.p>
      )}
      {chat.citations.length > 0 && (
        <chakra.div>
          <chakra.h4 textStyle="label" color="ink3">
            {t('gptChat.sources')}
          </chakra.h4>
          <chakra.ul listStyleType="none" pl="0">
            {chat.citations.map(({ number, title }) => (
              <li key={number}>
                [{number}] {title}
              </li>
            ))}
          </chakra.ul>
        </chakra.div>
      )}
    </chakra.div>
  );
}

function About({ chat }: { chat: GptChatDetail }) {
  const { t, number } = useI18n();
  return (
    <Facts
      rows={[
        [t('gptChat.state'), t(`gptChatState.${chat.state}`)],
        [t('gptChat.endedAt'), chat.endedAt === null ? '–' : momentText(chat.endedAt)],
        [
          t('gptChat.machines'),
          chat.machines === 0 ? t('gptChat.noMachines') : t('gptChat.machineCount', { n: chat.machines }),
        ],
        [
          t('gptChat.tokens'),
          chat.tokens === null ? '–' : `${number(chat.tokens.prompt)} / ${number(chat.tokens.answer)}`,
        ],
      ]}
    />
  );
}

function Earlier({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { t } = useI18n();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [gptChats.earlier.path, { params: { id } }],
    queryFn: ({ pageParam }) => call(gptChats.earlier, { params: { id }, query: { page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ page }) => (page.number * page.size < page.total ? page.number + 1 : undefined),
  });
  if (error && data === undefined) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={3} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <chakra.p color="ink3">{t('gptChat.noEarlier')}</chakra.p>;
  return (
    <chakra.div display="grid" gap="2" justifyItems="start">
      <chakra.ul listStyleType="none" pl="0" w="full">
        {rows.map((chat) => (
          <EarlierRow key={chat.id} chat={chat} onOpen={onOpen} />
        ))}
      </chakra.ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('gptChat.more')}
        </Button>
      )}
    </chakra.div>
  );
}

function EarlierRow({ chat, onOpen }: { chat: EarlierChat; onOpen: (id: number) => void }) {
  const note = useAnswerNote()(chat);
  return (
    <chakra.li borderTop="1px solid" borderColor="line" _first={{ borderTop: '0' }}>
      <chakra.button type="button" css={rowCss} onClick={() => onOpen(chat.id)}>
        <chakra.small color="ink3" className="num">
          {momentText(chat.askedAt)}
        </chakra.small>
        <TwoLines>{chat.question}</TwoLines>
        <chakra.span color="ink2">{note ?? <TwoLines>{chat.answer}</TwoLines>}</chakra.span>
      </chakra.button>
    </chakra.li>
  );
}
const rowCss = {
  display: 'grid',
  gap: '2px',
  width: '100%',
  padding: '8px 4px',
  textAlign: 'left',
  cursor: 'pointer',
  borderRadius: 'var(--r-control)',
  '&:hover': { background: 'var(--hover)' },
} as const;
