import type { Messages } from './messages';

/** What the server writes to members: codes by SMS; links and passwords by e-mail. */
export const accountMessage = {
  'accountMessage.code': {
    ko: '[Headland] 인증번호 {code} (3분 안에 입력). 누구에게도 알려 주지 마세요.',
    en: '[Headland] Verification code {code} (valid 3 minutes). Do not share it.',
  },
  'accountMessage.joinTitle': { ko: '[Headland] 회원가입 안내', en: '[Headland] Sign up' },
  'accountMessage.join': {
    ko: '{name} 님, 안녕하세요.\n\n{organization} 담당자로 초대되었습니다. 아래 링크에서 회원가입을 완료해 주세요. 링크는 하루 동안 한 번만 사용할 수 있습니다.\n\n{link}\n\n기한이 지났다면 관리자에게 다시 요청해 주세요. 초대를 예상하지 못했다면 이 메일을 무시하셔도 됩니다.',
    en: 'Hello {name},\n\nyou are invited to Headland as a member of {organization}. Please sign up at the link below. The link is valid for one day and can be used once.\n\n{link}\n\nIf it has expired, ask your administrator to send it again. If you did not expect this invitation, ignore this email.',
  },
  'accountMessage.temporaryTitle': { ko: '[Headland] 임시 비밀번호', en: '[Headland] Temporary password' },
  'accountMessage.temporary': {
    ko: '{name} 님, 안녕하세요.\n\n아이디 {id}의 임시 비밀번호입니다.\n\n{password}\n\n24시간 동안만 사용할 수 있으며, 로그인하면 새 비밀번호로 변경해야 합니다.\n{link}\n\n요청하지 않았다면 관리자에게 즉시 알려 주세요.',
    en: 'Hello {name},\n\nthis is a temporary password for the ID {id}:\n\n{password}\n\nIt is valid for 24 hours; after logging in you have to choose a new one.\n{link}\n\nIf you did not request it, contact your administrator at once.',
  },
} satisfies Messages;
