import { Flex } from '@chakra-ui/react';
import { gptChats } from '@headland/contracts/gpt-chat';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { TextLink } from '../../ui/detail-page';
import { ErrorState, Skeleton } from '../../ui/states';

/** How many questions a customer has asked the assistant of the app, and the way to them. */
export function CustomerQuestions({ id }: { id: number }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(gptChats.count, { query: { customerId: id } }));
  if (data === undefined)
    return error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={1} />;
  if (data.questions === 0) return <p>{t('gptChat.none')}</p>;
  const search = { customerId: String(id) };
  return (
    <Flex gap="4" wrap="wrap" textStyle="dense">
      <TextLink to="/gptChatData" search={search}>
        {t('gptChat.count', { n: data.questions })}
      </TextLink>
      {data.unanswered > 0 && (
        <TextLink to="/gptChatData" search={{ ...search, unanswered: 'true' }}>
          {t('gptChat.countUnanswered', { n: data.unanswered })}
        </TextLink>
      )}
    </Flex>
  );
}
