import { chakra } from '@chakra-ui/react';
import type { EarlierChat } from '@headland/contracts/gpt-chat';
import { useI18n } from '../../lib/i18n';

type Answered = Pick<EarlierChat, 'answer' | 'state' | 'problem'>;

/** Why there is no complete answer; null where there is one. */
export function useAnswerNote(): (chat: Answered) => string | null {
  const { t } = useI18n();
  return ({ state, problem }) =>
    problem !== null
      ? `${t('gptChat.notAvailable')}: ${t(`gptChatProblem.${problem}`)}`
      : state === 'answered'
        ? null
        : t(`gptChatState.${state}`);
}

/** Two lines of a text, as it is. */
export function TwoLines({ children }: { children: string }) {
  return (
    <chakra.span css={twoLinesCss} title={children}>
      {children}
    </chakra.span>
  );
}
const twoLinesCss = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
  minWidth: '180px',
  maxWidth: '480px',
  lineHeight: '18px',
} as const;

/** An answer in two lines, or why there is none. */
export function AnswerCell({ chat }: { chat: Answered }) {
  const note = useAnswerNote()(chat);
  if (note === null) return <TwoLines>{chat.answer}</TwoLines>;
  return (
    <>
      <chakra.span color={chat.problem === null ? 'ink3' : 'watch.ink'}>{note}</chakra.span>
      {chat.answer !== '' && <TwoLines>{chat.answer}</TwoLines>}
    </>
  );
}
