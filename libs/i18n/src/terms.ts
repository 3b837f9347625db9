import type { Messages } from './messages';

/** The terms that whoever joins agrees to. A text that changes its meaning gets a new version in `@headland/contracts/session`. */
export const terms = {
  'terms.service.title': { ko: '서비스 이용약관', en: 'Terms of service' },
  'terms.service.text': {
    ko: '1. Headland는 농기계와 건설기계의 상태를 확인하고 고장과 SOS에 대응하기 위한 업무용 콘솔입니다.\n2. 계정은 소속 조직의 관리자가 초대한 본인만 사용하며, 비밀번호와 인증번호를 다른 사람에게 알려 주지 않습니다.\n3. 콘솔에서 조회한 차량·고객 정보는 담당 업무에만 사용하고 외부에 제공하지 않습니다.\n4. 원격 진단처럼 기계를 움직이는 기능은 현장의 안전을 확인한 뒤에만 실행합니다.\n5. 로그인, 변경, 개인정보 조회와 내보내기는 기록되며 관리자가 확인할 수 있습니다.\n6. 퇴사하거나 업무가 바뀌면 관리자가 계정을 중지하거나 권한을 바꿀 수 있습니다.\n7. 이 약관을 위반하면 계정 사용이 제한될 수 있습니다.',
    en: '1. Headland is a console for monitoring agricultural and construction machinery and for responding to faults and SOS calls.\n2. An account is used only by the person invited by the administrator of the organization. Passwords and verification codes must not be disclosed.\n3. Vehicle and customer data shown in the console is used for assigned work only and is not disclosed to third parties.\n4. Functions that move a machine, such as remote diagnosis, are run only after the safety on site has been confirmed.\n5. Logins, changes, access to personal data and exports are recorded and can be viewed by administrators.\n6. When a person leaves or the work changes, the administrator may deactivate the account or change its permissions.\n7. Use of the account may be restricted if these terms are violated.',
  },
  'terms.privacy.title': { ko: '개인정보 수집 및 이용 동의', en: 'Collection and use of personal data' },
  'terms.privacy.text': {
    ko: '1. 수집 항목: 이름, 아이디, 이메일, 전화번호, 주소(선택), 접속 기록(시각, IP 주소, 브라우저).\n2. 목적: 본인 확인, 로그인 인증, 업무 알림 발송, 접근 기록 관리와 부정 사용 방지.\n3. 보유 기간: 계정이 삭제될 때까지. 처리한 업무 기록에 남은 이름과 접근 기록은 관련 법령과 회사의 기록 보존 기간 동안 보관합니다.\n4. 비밀번호는 되돌릴 수 없는 형태로만 저장하며, 문자와 이메일 발송을 위해 전화번호와 이메일이 발송 사업자에게 전달됩니다.\n5. 동의하지 않을 수 있으나, 그 경우 콘솔을 이용할 수 없습니다. 열람·정정·삭제는 소속 조직의 관리자에게 요청할 수 있습니다.',
    en: '1. Data collected: name, ID, email, phone, address (optional), access records (time, IP address, browser).\n2. Purpose: identification, login verification, work notifications, access records and prevention of misuse.\n3. Retention: until the account is removed. Names in records of completed work, and access records, are kept for the period required by law and by the company’s record policy.\n4. Passwords are stored only in irreversible form. Phone number and email are passed to the providers that deliver SMS and email.\n5. You may refuse; the console cannot be used then. To view, correct or delete your data, contact the administrator of your organization.',
  },
  'terms.location.title': { ko: '위치정보 취급에 대한 동의', en: 'Handling of location data' },
  'terms.location.text': {
    ko: '1. 콘솔은 단말기가 보낸 차량의 위치와 이동 기록을 표시합니다. 회원 본인의 위치는 수집하지 않습니다.\n2. 차량의 위치는 고장·SOS 대응, 정비, 도난 확인 등 담당 업무에만 조회합니다.\n3. 위치를 다른 사람에게 알리거나 사적인 목적으로 사용하지 않습니다.\n4. 고객의 개인정보를 가림 해제하여 조회하면 그 사실이 기록됩니다.\n5. 권한 범위 밖의 차량은 조회할 수 없습니다.',
    en: '1. The console shows the position and track of vehicles as reported by their devices. Your own location is not collected.\n2. The position of a vehicle is viewed for assigned work only: faults, SOS calls, maintenance, suspected theft.\n3. It is not passed on and not used for private purposes.\n4. Access to a customer’s personal data in full is recorded.\n5. Vehicles outside your scope cannot be viewed.',
  },
  'terms.marketing.title': { ko: '소식 수신 동의', en: 'News by email and SMS' },
  'terms.marketing.text': {
    ko: '1. 새 기능, 교육, 행사 소식을 이메일이나 문자로 받습니다.\n2. 동의하지 않아도 콘솔을 그대로 이용할 수 있으며, 업무 알림은 이 동의와 관계없이 발송됩니다.\n3. 동의는 관리자에게 요청하여 언제든지 철회할 수 있습니다.',
    en: '1. News about features, training and events is sent by email or SMS.\n2. The console can be used without this consent; work notifications are sent regardless.\n3. You can withdraw it at any time through your administrator.',
  },
} satisfies Messages;
