import type { gptChats } from '@headland/contracts/gpt-chat';
import type { ColumnsOf } from './list-column';

export const gptChatListColumns = [
  { key: 'loginId', title: 'gptChat.loginId', kind: 'text', sort: 'loginId', value: (r) => r.customer.loginId },
  { key: 'customer', title: 'gptChat.customer', kind: 'text', value: (r) => r.customer.name },
  { key: 'question', title: 'gptChat.question', kind: 'text', width: 50, value: (r) => r.question },
  {
    key: 'answer',
    title: 'gptChat.answer',
    kind: 'text',
    width: 70,
    // one that failed has its reason, and what came until then
    value: (r, { t }) =>
      [r.problem && `${t('gptChat.notAvailable')}: ${t(`gptChatProblem.${r.problem}`)}`, r.answer]
        .filter(Boolean)
        .join('\n'),
  },
  { key: 'askedAt', title: 'gptChat.askedAt', kind: 'moment', sort: 'askedAt', value: (r) => r.askedAt },
  { key: 'type', title: 'gptChat.type', kind: 'text', value: (r, { t }) => t(`gptChatType.${r.type}`) },
] as const satisfies ColumnsOf<typeof gptChats.list>;
