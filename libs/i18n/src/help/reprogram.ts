import type { HelpFile } from './help';

export const reprogramHelp = {
  '/reProgram': {
    purpose: {
      ko: '제어기의 소프트웨어를 원격으로 바꿀 차량을 고릅니다. 여러 대는 {rollOut.list}(으)로 나누어 진행합니다.',
      en: 'Choose a vehicle whose controller software is to be changed. For several vehicles use {rollOut.list}.',
    },
    tasks: [
      {
        title: { ko: '한 대 리프로그램하기', en: 'Reprogram one vehicle' },
        words: {
          ko: '펌웨어 업데이트, 업그레이드, ECU 프로그램 바꾸기, 엔진 재프로그램',
          en: 'reprogram an engine, firmware update, ECU software',
        },
        steps: [
          {
            ko: '행을 엽니다. 현재 버전과 최근 결과가 열에 보입니다.',
            en: 'Open the row. The columns show the current version and the last result.',
          },
        ],
      },
      {
        title: { ko: '여러 대에 나누어 배포하기', en: 'Roll out to many vehicles' },
        words: { ko: '일괄 업데이트, 단계 배포, 리콜', en: 'campaign, staged update, recall' },
        steps: [
          {
            ko: '차량을 선택하고 {rollOut.ofPicked}을(를) 누르거나, {rollOut.list} 탭에서 {rollOut.new}을(를) 누릅니다.',
            en: 'Select vehicles and press {rollOut.ofPicked}, or {rollOut.new} on {rollOut.list}.',
          },
        ],
      },
    ],
  },

  '/reProgramDetail/$number': {
    purpose: {
      ko: '차량 한 대의 ECU나 DCU에 프로그램을 씁니다. 파일을 고르고, 사전 점검을 통과하고, 확인한 뒤 시작합니다.',
      en: 'Program the ECU or DCU of one vehicle: choose a file, pass the pre-checks, confirm, start.',
    },
    tasks: [
      {
        title: { ko: '제어기에 프로그램 쓰기', en: 'Program a controller' },
        words: {
          ko: '펌웨어 올리기, 리프로그램, ECU 업데이트, reprogram',
          en: 'reprogram an engine, update firmware, ECU update',
        },
        steps: [
          {
            ko: '파일을 올리거나 {reprogram.library}에서 고릅니다. 파일이 읽히지 않으면 어디가 틀렸는지 알려 주고 저장하지 않습니다.',
            en: 'Upload a file or choose one from the {reprogram.library}. A file that cannot be read is not stored; the place of the error is shown.',
          },
          {
            ko: '{reprogram.step.preflight}의 조건이 모두 {reprogram.ok}이어야 합니다. 값이 없으면 먼저 원격 진단으로 읽습니다.',
            en: 'All conditions of {reprogram.step.preflight} have to be {reprogram.ok}. If one is unknown, read it by remote diagnosis first.',
          },
          {
            ko: '{reprogram.go}을(를) 누르고 차대번호 마지막 4자리를 입력합니다. 키는 끝날 때까지 켜 둡니다.',
            en: 'Press {reprogram.go} and type the last 4 of the VIN. The key stays on until the end.',
          },
          {
            ko: '화면을 닫아도 계속됩니다. 통신이 끊기면 멈춘 곳부터 다시 이어집니다. 쓰기가 시작되면 취소할 수 없습니다.',
            en: 'It continues when the page is closed and resumes after a lost connection. Once programming has started, it cannot be canceled.',
          },
        ],
      },
      {
        title: { ko: '실패했을 때', en: 'After a failure' },
        words: { ko: '업데이트 실패, 벽돌, 복구, 롤백', en: 'update failed, recover, roll back' },
        steps: [
          {
            ko: '{reprogram.whatToDo}에 원인에 맞는 조치가 나옵니다. 어떤 버전이 남아 있는지도 확인합니다.',
            en: '{reprogram.whatToDo} shows what to do for this cause; check which version is running.',
          },
          {
            ko: '{reprogram.tryAgain}을(를) 누르면 사전 점검부터 다시 합니다.',
            en: '{reprogram.tryAgain} starts again from the pre-checks.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'flashState.offered',
        mark: 'watch',
        means: {
          ko: '단말기에 전송을 요청했습니다. 24시간 유효합니다.',
          en: 'The transfer was requested from the device; valid for 24 hours.',
        },
      },
      {
        term: 'flashState.transferring',
        mark: 'watch',
        means: { ko: '파일 블록을 보내고 있습니다.', en: 'Blocks of the file are being sent.' },
      },
      {
        term: 'flashState.paused',
        mark: 'watch',
        means: {
          ko: '통신이 끊겼습니다. 연결되면 이어집니다.',
          en: 'The connection is lost; the transfer resumes when it is back.',
        },
      },
      {
        term: 'flashState.checking',
        mark: 'watch',
        means: { ko: '단말기가 받은 파일의 해시와 서명을 확인합니다.', en: 'The device checks hash and signature.' },
      },
      {
        term: 'flashState.programming',
        mark: 'watch',
        means: {
          ko: '제어기에 쓰고 있습니다. 키를 끄면 안 됩니다.',
          en: 'The controller is being written. Do not turn the key off.',
        },
      },
      {
        term: 'flashState.done',
        mark: 'normal',
        means: { ko: '새 버전을 다시 읽어 확인했습니다.', en: 'The new version was read back.' },
      },
      {
        term: 'flashState.refused',
        mark: 'today',
        means: { ko: '단말기가 시작하지 않았습니다. 사유를 봅니다.', en: 'The device did not start; read the reason.' },
      },
      {
        term: 'flashState.failed',
        mark: 'now',
        means: {
          ko: '제어기에 쓰지 못했습니다. 현재 버전을 확인합니다.',
          en: 'Programming failed; check the running version.',
        },
      },
    ],
  },

  '/reProgramHistory/$number': {
    purpose: {
      ko: '차량의 리프로그램을 모두 봅니다. 이전 버전과 새 버전, 소요 시간, 결과와 사유가 남습니다.',
      en: 'Every reprogramming of a vehicle with versions, duration, result and reason.',
    },
    tasks: [
      {
        title: { ko: '지난 리프로그램 자세히 보기', en: 'Read an earlier run' },
        words: { ko: '업데이트 이력, 버전 이력', en: 'update history, versions' },
        steps: [
          {
            ko: '행을 열면 전체 진행 로그와 시작할 때의 사전 점검 값이 나옵니다.',
            en: 'Open a row for the full log and the pre-checks at the start.',
          },
        ],
      },
    ],
  },

  '/reProgramRollOut/$number': {
    purpose: {
      ko: '일괄 배포 하나의 진행을 봅니다. 차수마다 몇 대가 끝났고 실패했는지, 다음 차수가 언제인지 나옵니다.',
      en: 'Progress of one roll-out: vehicles done and failed in each wave, and when the next one starts.',
    },
    tasks: [
      {
        title: { ko: '승인하고 지켜보기', en: 'Approve and watch' },
        words: { ko: '배포 승인, 진행 상황, 멈추기', en: 'approval, progress, stop' },
        steps: [
          {
            ko: '작성자가 아닌 계정이 {rollOut.approve}을(를) 누르면 첫 차수가 시작됩니다.',
            en: 'The first wave starts when an account other than the author presses {rollOut.approve}.',
          },
          {
            ko: '차량은 각자의 사전 점검을 통과해야 시작합니다. 준비되지 않은 차량은 기간이 끝날 때까지 다시 시도합니다.',
            en: 'Each vehicle starts when its own pre-checks pass; one that is not ready is retried until the end of the period.',
          },
          {
            ko: '이상하면 {rollOut.pause}을(를) 누릅니다. 실패율이 기준에 이르면 자동으로 멈춥니다.',
            en: 'Press {rollOut.pause} if something looks wrong. The roll-out stops automatically at its failure rate.',
          },
          {
            ko: '원인을 해결한 뒤 {rollOut.resume}을(를) 누르고 사유를 입력합니다.',
            en: 'When the cause has been fixed, press {rollOut.resume} and give the reason.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'rollOutState.draft',
        mark: 'off',
        means: { ko: '작성 중이며 승인을 요청하지 않았습니다.', en: 'Being drafted.' },
      },
      {
        term: 'rollOutState.waitsForApproval',
        mark: 'today',
        means: { ko: '다른 계정의 승인을 기다립니다.', en: 'Another account has to approve it.' },
      },
      {
        term: 'rollOutState.running',
        mark: 'watch',
        means: { ko: '차수에 따라 진행하고 있습니다.', en: 'Waves are in progress.' },
      },
      {
        term: 'rollOutState.paused',
        mark: 'now',
        means: {
          ko: '새 차량은 시작하지 않습니다. 이미 시작한 차량은 끝까지 진행합니다.',
          en: 'No further vehicle is started; those in progress are completed.',
        },
      },
      {
        term: 'rollOutState.done',
        mark: 'normal',
        means: { ko: '모든 차수가 끝났습니다.', en: 'All waves have finished.' },
      },
      {
        term: 'rollOutState.expired',
        mark: 'off',
        means: { ko: '유효 기간이 지났습니다.', en: 'Its period is over.' },
      },
    ],
  },

  '/reProgramRollOutRegi/$number': {
    purpose: {
      ko: '프로그램 하나를 여러 차량에 나누어 배포하는 계획을 세웁니다.',
      en: 'Plan the distribution of one program to many vehicles in waves.',
    },
    tasks: [
      {
        title: { ko: '계획 세우기', en: 'Make the plan' },
        words: { ko: '단계 배포, 시범 차량, 업데이트 계획', en: 'staged update, pilot vehicles, plan' },
        steps: [
          {
            ko: '프로그램을 고르고 차량을 목록이나 조건으로 고릅니다. 적용할 수 없는 차량은 사유와 함께 빠집니다.',
            en: 'Choose the program, then vehicles by list or filter. Vehicles that cannot take it are left out with the reason.',
          },
          {
            ko: '{rollOut.firstGroup}은(는) 적게 잡고, 나머지를 비율로 나눕니다.',
            en: 'Keep {rollOut.firstGroup} small and divide the rest by shares.',
          },
          {
            ko: '{rollOut.stopShare}을(를) 정합니다. 한 차수의 실패율이 이 값에 이르면 멈춥니다.',
            en: 'Set {rollOut.stopShare}: it stops when a wave reaches that rate.',
          },
          {
            ko: '저장한 뒤 {rollOut.send}을(를) 누르면 더는 고칠 수 없고 다른 계정의 승인을 기다립니다.',
            en: 'Save and press {rollOut.send}; from then on it cannot be changed and awaits approval by another account.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
