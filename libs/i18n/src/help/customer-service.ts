import type { HelpFile } from './help';

export const customerServiceHelp = {
  '/notice': {
    purpose: {
      ko: '고객 앱과 현장 담당자 앱에 올릴 공지사항을 관리합니다. 노출로 두고 게시 기간 안에 있을 때만 앱에 보입니다.',
      en: 'Notices for the customers’ app and the field managers’ app. A notice is visible in the app only while it is shown and within its period.',
    },
    tasks: [
      {
        title: { ko: '공지 올리기', en: 'Publish a notice' },
        words: { ko: '공지 작성, 이벤트 안내, 앱 푸시', en: 'write a notice, announce an event, app push' },
        steps: [
          {
            ko: '{notice.new}을(를) 누르고 대상, 제목, 내용, 게시 기간을 입력합니다.',
            en: 'Press {notice.new} and enter target, title, content and period.',
          },
        ],
      },
      {
        title: { ko: '한꺼번에 내리기', en: 'Take several down' },
        words: { ko: '공지 내리기, 숨기기, 삭제', en: 'hide, remove' },
        steps: [
          {
            ko: '행을 선택하고 {content.hide} 또는 {content.delete}을(를) 누릅니다. 게시 중인 공지사항이 있으면 먼저 확인합니다. 8초 동안 {common.undo}을(를) 누를 수 있습니다.',
            en: 'Select rows and press {content.hide} or {content.delete}. You are asked first if one of them is on. For 8 seconds you can press {common.undo}.',
          },
        ],
      },
    ],
    states: [
      { term: 'posting.scheduled', mark: 'off', means: { ko: '게시 시작일 전입니다.', en: 'Before its first day.' } },
      {
        term: 'posting.on',
        mark: 'normal',
        means: { ko: '지금 앱에 보입니다(노출인 경우).', en: 'Visible in the app now, if it is shown.' },
      },
      { term: 'posting.ended', means: { ko: '게시 종료일이 지났습니다.', en: 'After its last day.' } },
    ],
  },

  '/noticeRegi/$number': {
    purpose: {
      ko: '공지사항을 쓰거나 고칩니다. 오른쪽에 앱에서 보이는 모습이 나옵니다.',
      en: 'Write or change a notice, with a preview of the app beside it.',
    },
    tasks: [
      {
        title: { ko: '공지 쓰기', en: 'Write the notice' },
        words: {
          ko: '글쓰기, 링크 넣기, 사진 넣기, 푸시 보내기',
          en: 'compose, add a link, add an image, send a push',
        },
        steps: [
          {
            ko: '유형, 대상, OS, 제목, 내용을 입력합니다. 링크는 https로 시작해야 합니다.',
            en: 'Enter type, target, OS, title and content. Links start with https.',
          },
          {
            ko: '{notice.pushTick}을(를) 선택하면 게시될 때 한 번만 발송됩니다. 고쳐도 다시 보내지 않습니다.',
            en: '{notice.pushTick} sends it once when it is published, never again after a change.',
          },
          { ko: '이벤트 푸시는 08:00~21:00에만 나갑니다.', en: 'Pushes of events are sent from 08:00 to 21:00 only.' },
        ],
      },
    ],
  },

  '/noticeDetail/$number': {
    purpose: {
      ko: '공지사항의 내용, 앱에서 보이는 모습, 푸시 결과, 조회수와 변경 이력을 봅니다.',
      en: 'Content, preview, push result, views and history of a notice.',
    },
    tasks: [
      {
        title: { ko: '고치거나 삭제하기', en: 'Change or delete it' },
        words: { ko: '수정, 내리기', en: 'edit, remove' },
        steps: [
          {
            ko: '{notice.edit} 또는 {notice.delete}을(를) 누릅니다. 삭제한 뒤 8초 동안 {common.undo}을(를) 누를 수 있습니다.',
            en: 'Press {notice.edit} or {notice.delete}. For 8 seconds after a deletion you can press {common.undo}.',
          },
        ],
      },
    ],
  },

  '/faq': {
    purpose: {
      ko: '고객 앱의 자주 묻는 질문을 관리합니다. 카테고리 안의 순서대로 앱에 표시됩니다.',
      en: 'Questions and answers of the customers’ app, in this order within their category.',
    },
    tasks: [
      {
        title: { ko: '순서 바꾸기', en: 'Change the order' },
        words: { ko: '위로 올리기, 정렬, 먼저 보이게', en: 'move up, sort, show first' },
        steps: [
          {
            ko: '노출 순서로 정렬한 상태에서 행을 끌거나 [Alt]와 [↑] [↓]를 누릅니다.',
            en: 'Sorted by display order, drag a row or press [Alt] with [↑] [↓].',
          },
        ],
      },
      {
        title: { ko: '질문 등록하기', en: 'Add a question' },
        words: { ko: '답변 쓰기, FAQ 추가', en: 'write an answer, add to the FAQ' },
        steps: [{ ko: '{faq.new}을(를) 누릅니다.', en: 'Press {faq.new}.' }],
      },
    ],
    states: [
      { term: 'display.shown', mark: 'normal', means: { ko: '앱에 보입니다.', en: 'Visible in the app.' } },
      { term: 'display.hidden', means: { ko: '앱에 보이지 않습니다.', en: 'Not visible in the app.' } },
    ],
  },

  '/faqRegi/$number': {
    purpose: { ko: '질문과 답변을 쓰거나 고칩니다.', en: 'Write or change a question and its answer.' },
    tasks: [
      {
        title: { ko: '질문 쓰기', en: 'Write the question' },
        words: { ko: '답변 작성, 카테고리 지정', en: 'answer, category' },
        steps: [
          {
            ko: '{faq.field.category}, {faq.field.title}, {faq.field.content}을(를) 입력합니다.',
            en: 'Enter {faq.field.category}, {faq.field.title} and {faq.field.content}.',
          },
          {
            ko: '{faq.field.displayOrder}을(를) 비우면 맨 뒤에 놓입니다. 이미 있는 순서면 나머지가 뒤로 밀립니다.',
            en: 'Leave {faq.field.displayOrder} empty for the end; a place in use moves the others down.',
          },
        ],
      },
    ],
  },

  '/faqDetail/$number': {
    purpose: {
      ko: '질문 하나의 답변, 앱에서 보이는 모습, 조회수와 변경 이력을 봅니다.',
      en: 'Answer, preview, views and history of a question.',
    },
    tasks: [
      {
        title: { ko: '고치거나 삭제하기', en: 'Change or delete it' },
        words: { ko: '수정, 내리기', en: 'edit, remove' },
        steps: [{ ko: '{faq.edit} 또는 {faq.delete}을(를) 누릅니다.', en: 'Press {faq.edit} or {faq.delete}.' }],
      },
    ],
  },

  '/post': {
    purpose: { ko: '고객 앱 게시판의 글을 관리합니다.', en: 'Posts on the board of the customers’ app.' },
    tasks: [
      {
        title: { ko: '글 올리기', en: 'Publish a post' },
        words: { ko: '게시판 글쓰기, 소식 올리기', en: 'write a post, news' },
        steps: [
          {
            ko: '{post.new}을(를) 누르고 제목, 내용, 이미지, 게시 기간을 입력합니다.',
            en: 'Press {post.new} and enter title, content, images and period.',
          },
        ],
      },
    ],
    states: [
      { term: 'posting.scheduled', mark: 'off', means: { ko: '게시 시작일 전입니다.', en: 'Before its first day.' } },
      {
        term: 'posting.on',
        mark: 'normal',
        means: { ko: '지금 앱에 보입니다(노출인 경우).', en: 'Visible in the app now, if it is shown.' },
      },
      { term: 'posting.ended', means: { ko: '게시 종료일이 지났습니다.', en: 'After its last day.' } },
    ],
  },

  '/postRegi/$number': {
    purpose: {
      ko: '게시글을 쓰거나 고칩니다. 첫 번째 이미지가 앱 목록의 대표 이미지입니다.',
      en: 'Write or change a post. Its first image is the one in the list of the app.',
    },
    tasks: [
      {
        title: { ko: '글 쓰기', en: 'Write the post' },
        words: { ko: '사진 올리기, 게시 기간', en: 'add images, period' },
        steps: [
          {
            ko: '이미지는 5장까지 넣고 순서를 바꿀 수 있습니다. 대체 텍스트는 화면 낭독기가 읽습니다.',
            en: 'Up to 5 images in any order; their alt text is read by screen readers.',
          },
          {
            ko: '시작일 0시부터 종료일 24시까지 게시됩니다.',
            en: 'It is shown from 00:00 of the first day to 24:00 of the last.',
          },
        ],
      },
    ],
  },

  '/postDetail/$number': {
    purpose: {
      ko: '게시글의 내용, 앱에서 보이는 모습, 조회수와 변경 이력을 봅니다.',
      en: 'Content, preview, views and history of a post.',
    },
    tasks: [
      {
        title: { ko: '고치거나 삭제하기', en: 'Change or delete it' },
        words: { ko: '수정, 내리기', en: 'edit, remove' },
        steps: [{ ko: '{post.edit} 또는 {post.delete}을(를) 누릅니다.', en: 'Press {post.edit} or {post.delete}.' }],
      },
    ],
  },
} satisfies HelpFile;
