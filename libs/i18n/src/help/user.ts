import type { HelpFile } from './help';

export const userHelp = {
  '/customer': {
    purpose: {
      ko: '차량을 소유한 고객과 앱 회원을 관리합니다. 이름과 전화번호는 가려져 있으며, {masked.show}은(는) 기록에 남습니다.',
      en: 'Customers who own vehicles and members of the app. Names and phone numbers are masked; each {masked.show} is recorded.',
    },
    tasks: [
      {
        title: { ko: '고객 찾기', en: 'Find a customer' },
        words: { ko: '전화번호로 찾기, 회원 조회, 소유자 찾기', en: 'search by phone, look up a member, owner' },
        steps: [
          {
            ko: '이름이나 전화번호 뒤 4자리를 입력하고 [Enter]를 누릅니다.',
            en: 'Enter the name or the last 4 digits of the phone and press [Enter].',
          },
          {
            ko: '앱을 탈퇴한 고객은 {customer.appStatus}을(를) 바꾸어 조회합니다.',
            en: 'Customers who left the app are found by changing {customer.appStatus}.',
          },
        ],
      },
      {
        title: { ko: '고객 등록하기', en: 'Register a customer' },
        words: { ko: '신규 회원, 고객 추가, 가입', en: 'new member, add a customer, sign up' },
        steps: [
          { ko: '{customer.new}을(를) 누릅니다.', en: 'Press {customer.new}.' },
          {
            ko: '약관은 동의를 받은 방법과 날짜를 함께 기록합니다.',
            en: 'Terms are recorded with method and date of consent.',
          },
        ],
      },
      {
        title: { ko: '목록 내려받기', en: 'Download the list' },
        words: { ko: '고객 명단, 엑셀 추출', en: 'customer list, export' },
        steps: [
          {
            ko: '{export.excel}을(를) 누르고 목적을 입력합니다. 내려받은 사람과 목적이 기록됩니다.',
            en: 'Press {export.excel} and state the purpose; who exported it and why is recorded.',
          },
        ],
      },
    ],
    states: [
      { term: 'customer.app.registered', means: { ko: '이용 중인 고객입니다.', en: 'An active customer.' } },
      {
        term: 'customer.app.withdrawn',
        means: {
          ko: '앱을 탈퇴하여 개인정보를 볼 수 없고 삭제만 할 수 있습니다.',
          en: 'Has left the app: personal data is not accessible, only deletion is possible.',
        },
      },
    ],
  },

  '/customerRegi/$number': {
    purpose: {
      ko: '고객을 등록하거나 고칩니다. 전화번호 하나는 고객 한 명만 쓸 수 있습니다.',
      en: 'Register or change a customer. A phone number belongs to one customer.',
    },
    tasks: [
      {
        title: { ko: '정보 입력하기', en: 'Fill in the form' },
        words: { ko: '주소 변경, 번호 변경, 약관 동의 받기', en: 'change address, new phone number, consent' },
        steps: [
          {
            ko: '아이디는 중복 확인을 거쳐야 하며 등록한 뒤에는 바꿀 수 없습니다.',
            en: 'The ID has to be checked for duplicates and cannot be changed afterwards.',
          },
          {
            ko: '이미 있는 전화번호라면 {customer.openTaken}(으)로 그 고객을 엽니다.',
            en: 'If the phone number is taken, {customer.openTaken} opens that customer.',
          },
          {
            ko: '전화번호를 바꾸면 고객이 앱에서 로그아웃됩니다.',
            en: 'A new phone number logs the customer out of the app.',
          },
        ],
      },
    ],
  },

  '/customerDetail/$number': {
    purpose: {
      ko: '고객 한 명의 정보, 약관, 차량, 소유권 이전, 고장과 SOS, 보낸 메시지를 봅니다.',
      en: 'Details, terms, vehicles, transfers, faults and SOS, and messages of one customer.',
    },
    tasks: [
      {
        title: { ko: '차량 추가하거나 제거하기', en: 'Add or remove a vehicle' },
        words: { ko: '차량 등록, 차량 빼기, 소유 차량', en: 'assign a vehicle, take away, owned vehicles' },
        steps: [
          {
            ko: '{customer.addVehicle}을(를) 누르고 판매되지 않은 차량을 고릅니다.',
            en: 'Press {customer.addVehicle} and choose an unsold vehicle.',
          },
          {
            ko: '{customer.remove}을(를) 누르면 차량이 미판매로 바뀌고 앱에서 사라집니다.',
            en: 'With {customer.remove}, the vehicle becomes unsold and is no longer shown in the app.',
          },
        ],
      },
      {
        title: { ko: '개인정보 확인하기', en: 'See personal data in full' },
        words: { ko: '번호 전체 보기, 마스킹 풀기', en: 'full phone number, unmask' },
        steps: [
          {
            ko: '{masked.show}을(를) 누릅니다. 조회한 사람과 시각이 기록됩니다.',
            en: 'Press {masked.show}. Who looked and when is recorded.',
          },
        ],
      },
      {
        title: { ko: '다른 시스템에 데이터 제공하기', en: 'Share data with another system' },
        words: { ko: 'API, 연동, ISO 15143-3, AEMP', en: 'API, integration, ISO 15143-3, AEMP' },
        steps: [
          {
            ko: '{fleetClient.title}에서 {fleetClient.issue}을(를) 누릅니다. 시크릿은 한 번만 표시되므로 바로 복사합니다.',
            en: 'Under {fleetClient.title} press {fleetClient.issue}. The secret is shown once: copy it.',
          },
        ],
      },
      {
        title: { ko: '고객 삭제하기', en: 'Delete a customer' },
        words: { ko: '탈퇴 처리, 개인정보 파기', en: 'erase personal data, remove' },
        steps: [
          {
            ko: '{customer.delete}을(를) 누르고 미판매로 바뀌는 차량을 확인합니다. 되돌릴 수 없습니다.',
            en: 'Press {customer.delete} and check which vehicles become unsold. It cannot be undone.',
          },
          {
            ko: '미처리 SOS나 승인을 기다리는 이전이 있으면 삭제할 수 없습니다.',
            en: 'Not possible with an open SOS or a transfer that awaits approval.',
          },
        ],
      },
    ],
  },

  '/customerVehicleRegi/$number': {
    purpose: {
      ko: '고객에게 판매되지 않은 차량을 등록합니다. 저장하면 판매 상태가 되고 소모품 주기가 시작됩니다.',
      en: 'Assign an unsold vehicle to a customer. Saving marks it as sold and starts its consumables.',
    },
    tasks: [
      {
        title: { ko: '차량 고르기', en: 'Choose the vehicle' },
        words: { ko: '차량 인도, 판매 등록', en: 'hand over, sell' },
        steps: [
          {
            ko: '차대번호를 3자리 이상 입력하고 목록에서 고릅니다.',
            en: 'Enter at least three characters of the VIN and choose.',
          },
          {
            ko: '판매일은 출고일부터 오늘까지입니다. 별명은 고객 앱에 표시됩니다.',
            en: 'The sale date lies between shipment and today. The nickname appears in the customer’s app.',
          },
        ],
      },
    ],
  },

  '/customerVehicleModi/$number': {
    purpose: {
      ko: '고객 차량의 판매일, 대리점, 별명, 메모를 고칩니다. 차대번호는 바꿀 수 없습니다.',
      en: 'Change sale date, dealer, nickname and memo of a customer’s vehicle. The VIN cannot be changed.',
    },
    tasks: [
      {
        title: { ko: '판매 정보 고치기', en: 'Correct the sale' },
        words: { ko: '판매일 수정, 별명 바꾸기', en: 'correct the date, rename' },
        steps: [
          {
            ko: '값을 고치고 {common.save}을(를) 누릅니다. 판매일을 바꾸면 소모품 예정일이 달라집니다.',
            en: 'Change the values and press {common.save}. Another sale date moves the due dates of consumables.',
          },
        ],
      },
    ],
  },

  '/organization': {
    purpose: {
      ko: '조직도와 직원 계정을 관리합니다. 조직도에서의 위치에 따라 볼 수 있는 차량이 정해집니다.',
      en: 'The organization tree and the accounts of staff. The place in the tree decides who sees which vehicles.',
    },
    tasks: [
      {
        title: { ko: '조직 등록하고 옮기기', en: 'Add or move an organization' },
        words: { ko: '대리점 추가, 지점 개설, 조직 개편', en: 'new agency, open a branch, reorganize' },
        steps: [
          {
            ko: '왼쪽 조직도에서 상위 조직을 고르고 {organization.addChild}을(를) 누릅니다.',
            en: 'Choose the parent in the tree and press {organization.addChild}.',
          },
          {
            ko: '대리점과 딜러는 ERP 코드가 필요합니다. {organization.pickOnMap}(으)로 위치를 지정해야 가까운 대리점 목록에 나옵니다.',
            en: 'Agencies and dealers need an ERP code. Set the position with {organization.pickOnMap}, or it is never listed as a nearest agency.',
          },
          {
            ko: '옮길 때는 조회 범위가 바뀌는 차량과 사용자 수를 확인합니다.',
            en: 'A move shows how many vehicles and users change scope.',
          },
        ],
      },
      {
        title: { ko: '직원 초대하기', en: 'Invite a member of staff' },
        words: { ko: '계정 만들기, 사용자 추가, 가입 링크', en: 'create an account, add a user, sign-up link' },
        steps: [
          {
            ko: '{user.new}을(를) 누르고 이메일, 역할, 조직을 입력합니다.',
            en: 'Press {user.new} and enter email, role and organization.',
          },
          {
            ko: '{user.way.link}은(는) 하루 동안 유효합니다. 지나면 {user.sendLink}을(를) 누릅니다.',
            en: 'The {user.way.link} is valid for one day; after that press {user.sendLink}.',
          },
        ],
      },
      {
        title: { ko: '계정 문제 해결하기', en: 'Solve account problems' },
        words: {
          ko: '비밀번호 초기화, 로그인 안 됨, 잠긴 계정, 퇴사자',
          en: 'reset password, cannot log in, locked, left the company',
        },
        steps: [
          {
            ko: '사용자를 열고 {user.account}에서 {user.reset}, {user.unlock}, {user.end}을(를) 씁니다.',
            en: 'Open the user; under {user.account} use {user.reset}, {user.unlock} or {user.end}.',
          },
          {
            ko: '퇴사자는 {user.deactivate}합니다. 접속이 바로 끊기고 기록은 남습니다.',
            en: 'When someone has left, use {user.deactivate}: sessions end at once; records are kept.',
          },
        ],
      },
    ],
    states: [
      { term: 'user.isActive', mark: 'normal', means: { ko: '로그인할 수 있습니다.', en: 'Can log in.' } },
      {
        term: 'user.isInvited',
        mark: 'off',
        means: { ko: '가입 링크를 보냈고 아직 가입하지 않았습니다.', en: 'The link was sent; not signed up yet.' },
      },
      { term: 'user.isInactive', mark: 'off', means: { ko: '로그인할 수 없습니다.', en: 'Cannot log in.' } },
    ],
  },
} satisfies HelpFile;
