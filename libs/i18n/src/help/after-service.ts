import type { HelpFile } from './help';

export const afterServiceHelp = {
  '/afterService': {
    purpose: {
      ko: '엔진 정비 작업을 시작하고 관리합니다. 원격 진단에 작업지와 제어기 쓰기를 더한 화면입니다.',
      en: 'Start and follow service jobs on engines: remote diagnosis with a job sheet and writing to controllers.',
    },
    tasks: [
      {
        title: { ko: '작업 시작하기', en: 'Start a job' },
        words: { ko: '수리 접수, 정비 접수, 서비스 요청', en: 'open a job, service request' },
        steps: [
          {
            ko: '차량의 {serviceJob.start}을(를) 누르고 증상과 연결할 고장을 입력합니다. 차량마다 진행 중인 작업은 하나입니다.',
            en: 'Press {serviceJob.start} on a vehicle; enter the symptom and the fault it belongs to. A vehicle has one open job.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'serviceJobState.open',
        mark: 'today',
        means: {
          ko: '작업을 시작했고 아직 차량에 연결하지 않았습니다.',
          en: 'Started; nobody has connected to the vehicle yet.',
        },
      },
      {
        term: 'serviceJobState.inProgress',
        mark: 'watch',
        means: { ko: '한 번 이상 연결했습니다.', en: 'Connected at least once.' },
      },
      { term: 'serviceJobState.closed', mark: 'off', means: { ko: '끝나서 잠겼습니다.', en: 'Closed and locked.' } },
    ],
  },

  '/afterServiceDetail/$number': {
    purpose: {
      ko: '차량 한 대의 정비 화면입니다. 코드를 읽고 시험하고, 인젝터 코드를 쓰고, 학습값을 초기화하고, 작업지를 작성합니다.',
      en: 'Service of one vehicle: read codes, test, write injector codes, reset learned values, fill in the job sheet.',
    },
    tasks: [
      {
        title: { ko: '인젝터 코드 쓰기', en: 'Write an injector code' },
        words: { ko: '인젝터 코딩, IQA, C3I, 인젝터 교체', en: 'injector coding, IQA, C3I, new injector' },
        steps: [
          {
            ko: '연결한 뒤 {afterService.tab.work} 탭에서 기통 번호의 {serviceWork.new}을(를) 인젝터에 적힌 그대로 입력합니다.',
            en: 'Connect; on {afterService.tab.work} enter {serviceWork.new} of the cylinder as printed on the injector.',
          },
          {
            ko: '체크섬이 맞는지 보고 {serviceWork.write}을(를) 누릅니다. 엔진 정지, 키 켜짐이 필요합니다.',
            en: 'Check the checksum and press {serviceWork.write}. Engine off and key on are required.',
          },
          {
            ko: '쓴 뒤 제어기에서 다시 읽어 같은 값인지 확인합니다.',
            en: 'Afterwards the value is read back from the controller and compared.',
          },
        ],
      },
      {
        title: { ko: '부품 교체 초기화하기', en: 'Reset a replaced part' },
        words: { ko: '학습값 초기화, DPF 교체, 센서 교체, ECU 교체', en: 'reset learned values, new DPF, new sensor' },
        steps: [
          {
            ko: '부품, 부품번호, 일련번호, 사용 시간을 입력합니다.',
            en: 'Enter part, part number, serial number and hours in use.',
          },
          {
            ko: '2인 승인이 필요한 부품이면 {approval.ask}을(를) 누릅니다. 다른 계정이 승인하면 10분 안에 초기화합니다.',
            en: 'If the part needs approval by a second person, press {approval.ask}. Reset within 10 minutes after another account has approved.',
          },
        ],
      },
      {
        title: { ko: '작업지 쓰고 종료하기', en: 'Fill in the job sheet and close the job' },
        words: { ko: '작업 완료, 정비 기록, 보고서 출력', en: 'finish the job, service record, print' },
        steps: [
          {
            ko: '{afterService.tab.job} 탭에 방문일, 작업 내용, 교체 부품, 작업 시간을 적고 저장합니다.',
            en: 'On {afterService.tab.job} enter visit, work done, parts and labor, and save.',
          },
          {
            ko: '{serviceJob.close}을(를) 누릅니다. 연결된 고장이 접수 상태면 함께 {serviceJob.faultComplete}(으)로 처리할지 묻습니다.',
            en: 'Press {serviceJob.close}. If the linked fault is accepted, you are asked whether to complete it as {serviceJob.faultComplete}.',
          },
          {
            ko: '종료한 작업은 잠깁니다. {serviceJob.pdf}(으)로 출력합니다.',
            en: 'A closed job is locked. Print it with {serviceJob.pdf}.',
          },
        ],
      },
    ],
    keys: [[['Esc'], { ko: '진행 중인 시험을 중단합니다.', en: 'Aborts the running test.' }]],
    states: [
      {
        term: 'serviceWork.checksumOk',
        means: { ko: '코드의 체크섬이 맞습니다.', en: 'The checksum of the code is right.' },
      },
      {
        term: 'serviceWork.checksumBad',
        mark: 'now',
        means: {
          ko: '코드를 잘못 옮겨 적었을 수 있습니다. 인젝터를 다시 확인합니다.',
          en: 'The code may be mistyped: check the injector again.',
        },
      },
    ],
  },

  '/afterServiceHistory/$number': {
    purpose: {
      ko: '차량의 세션, 시험, 작업, 제어기 쓰기 내역을 봅니다.',
      en: 'Sessions, tests, jobs and writes of a vehicle.',
    },
    tasks: [
      {
        title: { ko: '제어기 쓰기 내역 찾기', en: 'Find what was written' },
        words: { ko: '누가 언제 코딩, 교체 이력, 이전 값', en: 'who wrote what, replaced parts, earlier values' },
        steps: [
          {
            ko: '{afterServiceHistory.tab.writes} 탭에 이전 값과 이후 값, 담당자가 남습니다.',
            en: '{afterServiceHistory.tab.writes} shows the old and new value and who wrote it.',
          },
          {
            ko: '{afterServiceHistory.tab.jobs} 탭에서 지난 작업지를 엽니다.',
            en: '{afterServiceHistory.tab.jobs} lists the earlier job sheets.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
