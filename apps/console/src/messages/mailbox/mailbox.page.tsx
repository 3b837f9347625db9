import { chakra, Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { mailbox } from '@headland/contracts/mailbox';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, Mail, MessageSquareText, Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useConfig } from '../../lib/session/member';
import { query } from '../../lib/session/session';
import { NotFound } from '../../shell/broken';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';

type Message = Answer<typeof mailbox.list>[number];

/** Messages without a gateway: e-mails, SMS, push. Only in a development start. */
export function MailboxPage() {
  const config = useConfig();
  if (config === null) return null;
  return config.development ? <Mailbox /> : <NotFound />;
}

function Mailbox() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({ ...query(mailbox.list), refetchInterval: 3_000, staleTime: 0 });
  useEffect(() => {
    document.title = `${t('mailbox.title')} · Headland`;
  }, [t]);
  return (
    <chakra.main h="full" overflowY="auto" px="4" py="6">
      <chakra.div maxW="860px" mx="auto">
        <Flex align="baseline" gap="3" wrap="wrap" mb="1">
          <chakra.h1 textStyle="head">{t('mailbox.title')}</chakra.h1>
          <chakra.span flex="1" />
          <chakra.span color="accent">
            <Link to="/login">{t('public.toLogin')}</Link>
          </chakra.span>
        </Flex>
        <chakra.p textStyle="dense" color="ink2" mb="4">
          {t('mailbox.text')}
        </chakra.p>
        {error && <ErrorState error={error} onRetry={() => void refetch()} compact={data !== undefined} />}
        {data === undefined ? (
          error === null && <Skeleton rows={6} />
        ) : data.length === 0 ? (
          <EmptyState title={t('mailbox.empty')} text={t('mailbox.emptyText')} />
        ) : (
          <chakra.ol
            aria-label={t('mailbox.title')}
            bg="surface"
            border="1px solid"
            borderColor="line"
            borderRadius="card"
          >
            {data.map((message) => (
              <Row key={message.id} message={message} />
            ))}
          </chakra.ol>
        )}
      </chakra.div>
    </chakra.main>
  );
}

const icons = { email: Mail, sms: MessageSquareText, push: Bell, app: Smartphone };

function Row({ message }: { message: Message }) {
  const { t } = useI18n();
  const Icon = icons[message.channel];
  return (
    <chakra.li px="4" py="3" borderTop="1px solid" borderColor="line" _first={{ borderTop: '0' }}>
      <Flex gap="2" align="center" wrap="wrap" textStyle="small" color="ink3">
        <Flex gap="1.5" align="center" color="ink2" fontWeight="500">
          <Icon size={15} strokeWidth={1.6} aria-hidden />
          {t(`mailbox.channel.${message.channel}`)}
        </Flex>
        <chakra.span className="num" overflowWrap="anywhere">
          {message.address !== null && message.address !== message.to
            ? `${message.to} · ${message.address}`
            : message.to}
        </chakra.span>
        <chakra.span flex="1" />
        <chakra.time dateTime={message.at} className="num">
          {momentText(message.at)}
        </chakra.time>
      </Flex>
      {message.title !== null && (
        <chakra.h2 textStyle="strong" mt="1.5">
          {message.title}
        </chakra.h2>
      )}
      <chakra.p textStyle="body" mt="1" whiteSpace="pre-line" overflowWrap="anywhere">
        <Linked text={message.text} />
      </chakra.p>
    </chakra.li>
  );
}

/** A text with clickable links: web addresses only, and nothing but the address itself. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/u).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <chakra.a key={i} href={part} color="accent" textDecoration="underline" target="_blank" rel="noreferrer noopener">
        {part}
      </chakra.a>
    ),
  );
}
