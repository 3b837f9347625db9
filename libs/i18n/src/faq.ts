import type { Messages } from './messages';

/** Frequently asked questions: list, form, detail. */
export const faq = {
  'screen.faq': { ko: '자주 묻는 질문', en: 'FAQ' },
  'screen.faqRegi': { ko: '질문 등록', en: 'New question' },
  'screen.faqDetail': { ko: '질문', en: 'Question' },
  'recordKind.faq': { ko: '질문', en: 'Question' },
  'faq.new': { ko: '질문 등록', en: 'New question' },
  'faq.edit': { ko: '수정', en: 'Edit' },
  'faq.editing': { ko: '질문 수정', en: 'Edit question' },
  'faq.toList': { ko: '자주 묻는 질문 목록으로', en: 'To the FAQ' },
  'faq.missing': { ko: '찾을 수 없는 질문입니다', en: 'Question not found' },
  'faq.empty': { ko: '등록된 질문이 없습니다', en: 'No questions yet' },
  'faq.emptyText': {
    ko: '질문과 답변을 등록하면 고객 앱의 자주 묻는 질문에 표시됩니다.',
    en: 'Questions and answers appear in the FAQ of the customers’ app.',
  },
  'faq.history': { ko: '변경 이력', en: 'History' },
  'faq.historyEmpty': { ko: '변경 이력이 없습니다', en: 'No changes yet' },
  'faq.delete': { ko: '삭제', en: 'Delete' },
  'faq.deleteTitle': { ko: '“{name}” 질문을 삭제할까요?', en: 'Delete the question “{name}”?' },
  'faq.deleteText': {
    ko: '삭제하면 앱에서 더 이상 볼 수 없습니다.',
    en: 'It will no longer be shown in the app.',
  },
  'faq.toast.created': { ko: '“{name}” 질문을 등록했습니다.', en: 'Question “{name}” registered.' },
  'faq.toast.changed': { ko: '“{name}” 질문을 저장했습니다.', en: 'Question “{name}” saved.' },
  'faq.toast.deleted': { ko: '“{name}” 질문을 삭제했습니다.', en: 'Question “{name}” deleted.' },

  'faq.field.category': { ko: '카테고리', en: 'Category' },
  'faq.field.title': { ko: '질문', en: 'Question' },
  'faq.field.content': { ko: '답변', en: 'Answer' },
  'faq.field.displayOrder': { ko: '노출 순서', en: 'Display order' },
  'faq.field.display': { ko: '노출 여부', en: 'Display' },
  'faq.orderHelp': {
    ko: '카테고리 안의 순서입니다. 비워 두면 맨 뒤에, 이미 있는 순서이면 나머지가 뒤로 밀립니다.',
    en: 'Position within the category. Leave empty to add it at the end; if the position is in use, later questions move down.',
  },
  'faqCategory.service': { ko: '서비스 이용', en: 'Service use' },
  'faqCategory.account': { ko: '계정', en: 'Account' },
  'faqCategory.fault': { ko: '사고·고장', en: 'Accident/fault' },
  'faqCategory.other': { ko: '기타', en: 'Other' },
} satisfies Messages;
