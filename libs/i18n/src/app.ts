import type { Messages } from './messages';

/** What the customers' app shows of the server's words: the terms of joining. A text that changes its meaning gets a new version in `@headland/contracts/customer-terms`. */
export const app = {
  'appTerms.service.title': { ko: '서비스 이용약관', en: 'Terms of service' },
  'appTerms.service.text': {
    ko: '1. Headland 앱은 고객님의 농기계와 건설기계의 상태, 가동 기록, 소모품 교체 시기를 알려 드리고 고장과 SOS에 대응하는 서비스입니다.\n2. 가입은 본인 명의의 휴대전화로 인증한 분만 할 수 있으며, 인증번호는 누구에게도 알려 주지 않습니다.\n3. SOS는 담당 대리점과 상황실에 전달됩니다. 통신이 되지 않는 곳에서는 전달되지 않을 수 있으므로 위급하면 119에 먼저 신고해 주세요.\n4. 차량의 소유권 이전은 양쪽 고객의 동의와 담당자의 승인으로 이루어집니다.\n5. 언제든지 앱에서 탈퇴할 수 있습니다. 탈퇴하면 차량 연결이 해제되고 앱의 서비스가 끝납니다.\n6. 약관이 바뀌면 앱에서 미리 알려 드리고 다시 동의를 받습니다.',
    en: '1. The Headland app shows the state, operating records and consumables of your machines and supports you with faults and SOS calls.\n2. You sign up with your own mobile phone, verified by a code. Do not share the code.\n3. An SOS is sent to your dealer and to the control room. It may not arrive where there is no network: in an emergency, call the emergency services first.\n4. Ownership of a machine is transferred with the consent of both customers and the approval of staff.\n5. You can leave at any time in the app. Your machines are then disconnected and the service ends.\n6. When these terms change, the app informs you in advance and asks for your consent again.',
  },
  'appTerms.privacy.title': { ko: '개인정보 수집 및 이용 동의', en: 'Collection and use of personal data' },
  'appTerms.privacy.text': {
    ko: '1. 수집 항목: 이름, 생년월일, 휴대전화번호, 이메일과 주소(선택), 보유 차량, 앱 접속 기록.\n2. 목적: 본인 확인, 차량 연결, 고장·SOS 대응, 소모품과 서비스 안내.\n3. 보유 기간: 회원 탈퇴 후 담당자가 삭제할 때까지. 삭제하면 개인정보는 모두 지워지고 개인을 알 수 없는 통계만 남습니다.\n4. 문자와 앱 알림을 보내기 위해 전화번호가 발송 사업자에게 전달됩니다. 그 밖에는 외부에 제공하지 않습니다.\n5. 동의하지 않을 수 있으나, 그 경우 앱을 이용할 수 없습니다. 열람·정정·삭제는 대리점에 요청할 수 있습니다.',
    en: '1. Data collected: name, birth date, mobile phone, email and address (optional), your machines, access records.\n2. Purpose: identification, connecting your machines, response to faults and SOS, information about consumables and service.\n3. Retention: until staff delete it after you have left. All personal data is then erased; only anonymous statistics remain.\n4. Your phone number is passed to the providers that deliver SMS and app messages, and to no other third party.\n5. You may refuse, but then you cannot use the app. Ask your dealer to view, correct or delete your data.',
  },
  'appTerms.location.title': { ko: '위치정보 이용 동의', en: 'Use of location data' },
  'appTerms.location.text': {
    ko: '1. 차량 단말기가 보내는 위치를 차량 현황, 작업 기록, SOS 대응에 사용합니다.\n2. SOS가 발생하면 가까운 대리점에 차량의 위치를 알려 줍니다.\n3. 위치 기록은 400일 동안 보관한 뒤 삭제합니다.\n4. 동의하지 않을 수 있으나, 그 경우 앱을 이용할 수 없습니다.',
    en: '1. The position sent by the device of the machine is used for its state, operating records and SOS response.\n2. When an SOS is raised, nearby agencies are informed of the position of the machine.\n3. Positions are kept for 400 days and then deleted.\n4. You may refuse, but then you cannot use the app.',
  },
  'appTerms.marketing.title': { ko: '혜택·소식 수신 동의 (선택)', en: 'News and offers (optional)' },
  'appTerms.marketing.text': {
    ko: '새 제품, 행사, 할인 소식을 앱 알림과 문자로 보내 드립니다. 동의하지 않아도 서비스를 이용할 수 있으며, 앱에서 언제든지 철회할 수 있습니다.',
    en: 'News about products, events and offers by app message and SMS. You can use the service without this consent and withdraw it in the app at any time.',
  },
  'appTerms.assistant.title': {
    ko: 'GPT 상담에 차량 정보 이용 동의 (선택)',
    en: 'Machine data for the GPT assistant (optional)',
  },
  'appTerms.assistant.text': {
    ko: '1. GPT 상담에 답할 때 보유 차량의 모델, 가동 시간, 미처리 고장코드와 조치 방법, 소모품 상태를 AI 서비스 사업자에게 보냅니다.\n2. 이름, 전화번호, 이메일, 주소, 아이디, 차대번호와 위치는 보내지 않습니다. 질문에 적힌 경우에도 지우고 보냅니다.\n3. 동의하지 않아도 GPT 상담을 이용할 수 있으나, 차량 상태를 고려한 답변은 받을 수 없습니다.\n4. 앱에서 언제든지 철회할 수 있습니다.',
    en: '1. To answer your questions, the model, the engine hours, the open fault codes with their remedies and the consumables of your machines are sent to the provider of the AI service.\n2. Your name, phone, email, address, ID, VIN and position are never sent, and are removed from your questions before they are sent.\n3. You can use the assistant without this consent; its answers then do not consider the state of your machines.\n4. You can withdraw it in the app at any time.',
  },
} satisfies Messages;
