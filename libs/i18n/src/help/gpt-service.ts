import type { HelpFile } from './help';

export const gptServiceHelp = {
  '/gptBanner': {
    purpose: {
      ko: '고객 앱 GPT 화면의 배너를 관리합니다. 시작일이 되면 게시되고 종료일이 지나면 자동으로 내려갑니다.',
      en: 'Banners on the GPT page of the customers’ app. One is published on its start date and ends automatically.',
    },
    tasks: [
      {
        title: { ko: '배너 중지하기', en: 'Suspend a banner' },
        words: { ko: '바로 내리기, 게시 중단', en: 'take down at once, stop' },
        steps: [
          {
            ko: '배너 하나를 선택하고 {gptBanner.suspend}을(를) 누릅니다. 바로 내려가며 다시 게시할 수 없습니다.',
            en: 'Select one banner and press {gptBanner.suspend}. It disappears at once and cannot be published again.',
          },
          { ko: '다시 쓰려면 {gptBanner.copy}을(를) 누릅니다.', en: 'Use {gptBanner.copy} to show it again.' },
        ],
      },
      {
        title: { ko: '배너 삭제하기', en: 'Delete banners' },
        words: { ko: '지우기, 정리', en: 'remove, clean up' },
        steps: [
          {
            ko: '게시 중이 아닌 배너를 선택하고 {gptBanner.delete}을(를) 누릅니다.',
            en: 'Select banners that are not published and press {gptBanner.delete}.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'gptBannerStatus.ready',
        mark: 'watch',
        means: { ko: '시작일을 기다립니다.', en: 'Before its start date.' },
      },
      { term: 'gptBannerStatus.doing', mark: 'normal', means: { ko: '앱에 보입니다.', en: 'Visible in the app.' } },
      {
        term: 'gptBannerStatus.stop',
        mark: 'off',
        means: { ko: '중지했습니다. 되돌릴 수 없습니다.', en: 'Suspended for good.' },
      },
      { term: 'gptBannerStatus.done', mark: 'off', means: { ko: '종료일이 지났습니다.', en: 'After its end date.' } },
    ],
  },

  '/gptBannerRegi': {
    purpose: {
      ko: 'GPT 배너를 등록합니다. 입력한 내용은 저장할 때까지 이 브라우저에 보관됩니다.',
      en: 'Register a GPT banner. Your input is kept in this browser until you save.',
    },
    tasks: [
      {
        title: { ko: '배너 만들기', en: 'Create a banner' },
        words: { ko: '홍보 글, 이미지 크기', en: 'promotion, image size' },
        steps: [
          {
            ko: '배너명, 게시 기간, https URL, 이미지 한 장, 홍보 내용을 입력합니다. 시작일은 오늘 이후입니다.',
            en: 'Enter name, period, an https URL, one image and the text. The start is today or later.',
          },
          { ko: '오른쪽에서 360px 화면의 모습을 확인합니다.', en: 'Check the preview of 360 px beside it.' },
        ],
      },
    ],
  },

  '/gptBannerModi/$number': {
    purpose: {
      ko: 'GPT 배너를 고칩니다. 게시가 시작되면 시작일은 바꿀 수 없습니다.',
      en: 'Change a GPT banner. The start date is fixed once it is published.',
    },
    tasks: [
      {
        title: { ko: '기간 늘리기', en: 'Extend the period' },
        words: { ko: '연장, 종료일 변경', en: 'extend, change the end' },
        steps: [
          {
            ko: '{gptBanner.field.endOn}을(를) 고치고 저장합니다. 중지되거나 종료된 배너는 볼 수만 있습니다.',
            en: 'Change {gptBanner.field.endOn} and save. A suspended or expired banner can only be read.',
          },
        ],
      },
    ],
  },

  '/gptChatData': {
    purpose: {
      ko: '고객이 앱의 GPT 상담에 한 질문과 답변을 봅니다. 답변하지 못한 질문을 찾아 자주 묻는 질문을 보완합니다.',
      en: 'Questions of customers to the assistant and its answers. Use the unanswered ones to improve the FAQ.',
    },
    tasks: [
      {
        title: { ko: '답변하지 못한 질문 찾기', en: 'Find unanswered questions' },
        words: { ko: '실패한 답변, 상담 오류', en: 'failed answers, errors of the assistant' },
        steps: [
          {
            ko: '{gptChat.unanswered}을(를) 켭니다. 행을 열면 사유가 나옵니다.',
            en: 'Turn on {gptChat.unanswered}; an open row gives the reason.',
          },
        ],
      },
      {
        title: { ko: '한 고객의 질문만 보기', en: 'Read the questions of one customer' },
        words: { ko: '상담 이력, 대화 내역', en: 'conversation, history' },
        steps: [{ ko: '행을 열고 {gptChat.earlier}을(를) 봅니다.', en: 'Open a row and read {gptChat.earlier}.' }],
      },
    ],
    states: [
      { term: 'gptChatState.answered', means: { ko: '답변을 마쳤습니다.', en: 'Answered.' } },
      { term: 'gptChatState.answering', means: { ko: '답변하고 있습니다.', en: 'The answer is being written.' } },
      { term: 'gptChatState.stopped', means: { ko: '고객이 답변을 멈췄습니다.', en: 'The customer stopped it.' } },
      { term: 'gptChatState.failed', means: { ko: '답변하지 못했습니다.', en: 'It could not be answered.' } },
    ],
  },
} satisfies HelpFile;
