import type { Messages } from './messages';

/** The frame of the help; its contents are in `help/`. */
export const helpPanel = {
  'help.search': { ko: '무엇을 하려고 하나요?', en: 'What do you want to do?' },
  'help.found': { ko: '찾은 도움말 {n}건', en: '{n, plural, =0 {No topic} one {# topic} other {# topics}} found' },
  'help.states': { ko: '상태와 표시', en: 'States and marks' },
  'help.keysHere': { ko: '이 화면의 단축키', en: 'Keys on this screen' },
  'help.keysEverywhere': { ko: '공통 단축키', en: 'Keys on every screen' },
} satisfies Messages;
