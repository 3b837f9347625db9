import type { HelpFile } from './help';

export const incidentsHelp = {
  '/breakdown': {
    purpose: {
      ko: '차량이 보낸 고장을 급한 순서로 접수하고 완료까지 관리합니다. 기한을 넘긴 고장, 심각도, 경과 시간 순으로 정렬되며, 새 고장은 알림음과 함께 해당 순서에 추가됩니다.',
      en: 'Faults reported by vehicles, from acceptance to completion, the most urgent first: overdue, then severity, then age. A new fault appears in its place in the list with a chime.',
    },
    tasks: [
      {
        title: { ko: '고장 접수하기', en: 'Accept a fault' },
        words: {
          ko: '고장 접수, 대리점에 보내기, 수리 요청, 출장 요청',
          en: 'assign to an agency, repair request, send a mechanic',
        },
        steps: [
          {
            ko: '[J] [K]로 행을 옮기고 [Enter]로 엽니다. 내가 맡으려면 [A]를 누릅니다.',
            en: 'Move with [J] [K] and open with [Enter]. Press [A] to assign it to yourself.',
          },
          {
            ko: '가장 가까운 대리점이 선택되어 있습니다. 60 km 안의 대리점과 담당 대리점이 나오며, 그 밖의 대리점은 조직도에서 고릅니다. 담당자와 알림 방법도 확인합니다.',
            en: 'The nearest agency is preselected. Agencies within 60 km and the vehicle’s own agency are offered; all others are in the organization tree. Check the person and how they are notified.',
          },
          {
            ko: '[R] 또는 {fault.act.accept}을(를) 누르면 바로 접수되고 대리점에 푸시나 문자가 발송됩니다. 접수한 고장에서 [R]을 누르면 대리점을 바꿉니다.',
            en: '[R] or {fault.act.accept} accepts the fault at once, and the agency is notified by push or SMS. On an accepted fault, [R] changes the agency.',
          },
          {
            ko: '여러 건을 같은 대리점에 맡기려면 행을 선택하고 {fault.bulk.accept}을(를) 누릅니다. 한 건이라도 접수할 수 없으면 전체를 접수하지 않습니다.',
            en: 'To assign several faults to one agency, select them and press {fault.bulk.accept}. If one of them cannot be accepted, none is.',
          },
        ],
      },
      {
        title: { ko: '원인 살펴보기', en: 'Look into the cause' },
        words: {
          ko: '고장코드 뜻, 무슨 고장, 조치 방법, 선행 고장',
          en: 'what does the code mean, what to do, primary fault',
        },
        steps: [
          {
            ko: '패널에서 고장명과 조치, {fault.freeze} 값, 위치를 봅니다. 한계를 넘은 값이 강조됩니다.',
            en: 'The panel shows the fault name and remedy, the values of {fault.freeze}, and the location. Values beyond their limit are highlighted.',
          },
          {
            ko: '{fault.primary}이(가) 표시되면 그 고장부터 확인합니다.',
            en: 'If a {fault.primary} is shown, check that fault first.',
          },
          {
            ko: '{replay.title}(으)로 발생 30분 전부터 30분 후까지를 되돌려 봅니다.',
            en: '{replay.title} replays the half hour before and after the fault.',
          },
          {
            ko: '{fault.toDiagnosis}(으)로 이 코드의 권장 시험을 이어서 합니다.',
            en: '{fault.toDiagnosis} continues with the tests recommended for this code.',
          },
        ],
      },
      {
        title: { ko: '완료 처리하기', en: 'Complete a fault' },
        words: { ko: '수리 완료, 고장 닫기, 처리 끝', en: 'repaired, close a report, done' },
        steps: [
          {
            ko: '접수된 고장에서 [C]를 누르고 {fault.kind}을(를) 고릅니다.',
            en: 'On an accepted fault press [C] and choose {fault.kind}.',
          },
          {
            ko: '수리한 경우 수리일과 부품번호를 입력합니다. 완료한 뒤에는 바꿀 수 없습니다.',
            en: 'For a repair, enter the date and part number. A completed report cannot be changed.',
          },
          {
            ko: '자동 해제된 고장도 완료 처리해야 끝납니다. 같은 코드가 다시 발생하면 새 고장으로 등록됩니다.',
            en: 'A fault that cleared automatically still has to be completed. If the code comes back, it is a new report.',
          },
        ],
      },
      {
        title: { ko: '상위 조직에 보고하기', en: 'Escalate a fault' },
        words: { ko: '상위 보고, 도움 요청, 본사에 알림', en: 'ask for help, notify the head office' },
        steps: [
          {
            ko: '[E]를 누르고 사유를 적습니다. 기한을 넘긴 고장은 한 단계씩 자동으로 상위 보고됩니다.',
            en: 'Press [E] and give the reason. Overdue faults are escalated automatically, one level per period.',
          },
        ],
      },
    ],
    keys: [
      [['J', 'K'], 'fault.key.move'],
      [['A'], 'fault.act.take'],
      [['R'], 'fault.key.accept'],
      [['C'], 'fault.key.complete'],
      [['E'], 'fault.key.escalate'],
      [['M'], 'fault.key.map'],
    ],
    states: [
      {
        term: 'severity.critical',
        mark: 'now',
        means: { ko: '10분 안에 접수합니다.', en: 'To be accepted within 10 minutes.' },
      },
      {
        term: 'severity.major',
        mark: 'today',
        means: { ko: '2시간 안에 접수합니다.', en: 'To be accepted within 2 hours.' },
      },
      {
        term: 'severity.minor',
        mark: 'watch',
        means: { ko: '24시간 안에 접수합니다.', en: 'To be accepted within 24 hours.' },
      },
      {
        term: 'faultStatus.occurred',
        means: { ko: '아직 아무도 접수하지 않았습니다.', en: 'Nobody has accepted it yet.' },
      },
      {
        term: 'faultStatus.accepted',
        means: { ko: '대리점이 정해졌고 알림이 발송되었습니다.', en: 'An agency is assigned and notified.' },
      },
      {
        term: 'faultStatus.repairCompleted',
        means: { ko: '수리하여 끝냈습니다. 잠겨 있습니다.', en: 'Repaired and locked.' },
      },
      {
        term: 'faultStatus.processingCompleted',
        means: { ko: '수리 없이 끝냈습니다. 잠겨 있습니다.', en: 'Completed without a repair and locked.' },
      },
      {
        term: 'fault.cleared',
        means: {
          ko: '차량에서 고장이 더는 감지되지 않습니다. 신고는 완료 처리할 때까지 미처리로 남습니다.',
          en: 'The fault is no longer active; the report stays open until it is completed.',
        },
      },
    ],
  },

  '/sos': {
    purpose: {
      ko: 'SOS를 확인하고, 출동을 배정하고, 처리 결과를 기록합니다. 미확인 SOS가 맨 위에 나오며, 60초 안에 확인하지 않으면 상위 조직에 보고됩니다.',
      en: 'Acknowledge an SOS, dispatch help and record the outcome. Unacknowledged calls are at the top; after 60 seconds without acknowledgment a call is escalated to the next organization up.',
    },
    tasks: [
      {
        title: { ko: 'SOS 확인하기', en: 'Acknowledge an SOS' },
        words: {
          ko: '비상 호출 받기, 경보 끄기, 긴급 신고 접수',
          en: 'answer an emergency, stop the alarm, take the call',
        },
        steps: [
          {
            ko: '빨간 알림줄이 나타나면 어느 화면에서나 [⇧] [A]를 눌러 그 SOS를 확인합니다.',
            en: 'When the red bar appears, [⇧] [A] acknowledges its SOS on any screen.',
          },
          {
            ko: '이 화면에서 [A]를 누르면 지금 보고 있는 SOS를 확인합니다. 선택한 SOS가 없으면 맨 위의 SOS를 먼저 엽니다.',
            en: 'On this screen, [A] acknowledges the SOS you are viewing. If none is selected, it first opens the top one.',
          },
          {
            ko: '확인하면 운전석 화면에 표시됩니다. 전화 버튼을 눌러 바로 운전자에게 전화합니다.',
            en: 'The driver’s panel shows that it was received. Call the driver at once with the phone button.',
          },
        ],
      },
      {
        title: { ko: '출동 보내기', en: 'Dispatch help' },
        words: {
          ko: '긴급 출동 보내기, 구조 요청, 렉카, 사람 보내기',
          en: 'dispatch, emergency service, send a technician, rescue',
        },
        steps: [
          {
            ko: '[D]를 누르면 출동 배정으로 이동합니다. 가장 가까운 대리점이 선택되어 있으며, 60 km 안의 대리점과 담당 대리점이 나옵니다.',
            en: '[D] goes to the dispatch form. The nearest agency is preselected; agencies within 60 km and the vehicle’s own agency are offered.',
          },
          {
            ko: '{sos.person}을(를) 고르면 연락처가 채워집니다. {sos.etaMinutes}(분)을 입력하고 {sos.act.dispatch}을(를) 누릅니다.',
            en: 'Choose the {sos.person}; the phone number is filled in. Enter {sos.etaMinutes} in minutes and press {sos.act.dispatch}.',
          },
          {
            ko: '잘못 입력했으면 {sos.act.correct}(으)로 고칩니다. 이전 내용은 처리 이력에 남습니다.',
            en: 'Use {sos.act.correct} to fix a mistake; the earlier entry stays in the timeline.',
          },
        ],
      },
      {
        title: { ko: '상황 파악하기', en: 'Understand the situation' },
        words: {
          ko: '어디서 사고, 넘어진 각도, 사고 위치, 사고 재현',
          en: 'where, how far tilted, what happened before',
        },
        steps: [
          {
            ko: '지도는 SOS 위치, 30분 궤적, 가까운 대리점을 함께 보여 줍니다. [M]으로 SOS 위치로 돌아옵니다.',
            en: 'The map shows the location, the last 30 minutes of the track and the nearest agencies. [M] returns to the SOS.',
          },
          {
            ko: '기울기 그림에서 한계각을 넘은 축을 확인합니다. [P]를 누르면 전후 30분을 재생합니다.',
            en: 'The tilt figure shows the axis beyond its threshold; [P] replays the 30 minutes before and after.',
          },
          {
            ko: '현재 위치를 모르면 마지막으로 확인된 위치와 시각이 표시됩니다.',
            en: 'If the position is unknown, the last known position and its age are shown.',
          },
        ],
      },
      {
        title: { ko: 'SOS 종료하기', en: 'Close an SOS' },
        words: { ko: '상황 종료, 오경보, 잘못 누름, 해결', en: 'resolved, false alarm, pressed by mistake' },
        steps: [
          {
            ko: '해결되면 [R]을 누르고 부상 여부와 처리 내용을 입력합니다. 출동 없이 전화로 해결했으면 {sos.act.resolveByPhone}을(를) 고릅니다. 확인하지 않은 SOS는 해결 처리할 수 없습니다.',
            en: 'When the emergency is over, press [R] and enter injuries and resolution. If a call was enough, use {sos.act.resolveByPhone}. An SOS has to be acknowledged first.',
          },
          {
            ko: '오경보이면 [F]를 누르고 원인을 고릅니다. 잘못 처리했으면 15분 안에 {sos.act.reopen}을(를) 누릅니다.',
            en: 'For a false alarm, press [F] and choose the cause. If that was a mistake, press {sos.act.reopen} within 15 minutes.',
          },
        ],
      },
      {
        title: { ko: '담당자 변경, 상위 보고', en: 'Hand over or escalate' },
        words: { ko: '담당자 바꾸기, 본사에 알리기, 도움 요청', en: 'change handler, notify head office' },
        steps: [
          {
            ko: '{sos.act.more}에서 {sos.act.assign}을(를) 고르거나, [E]로 상위 조직에 보고합니다.',
            en: 'Under {sos.act.more} choose {sos.act.assign}, or press [E] to escalate.',
          },
          { ko: '[N]으로 처리 이력에 메모를 남깁니다.', en: '[N] adds a note to the timeline.' },
        ],
      },
      {
        title: { ko: '사고 기록서 만들기', en: 'Create the incident report' },
        words: { ko: '사고 보고서, 보험 서류, 증빙', en: 'accident report, insurance, evidence' },
        steps: [
          {
            ko: '{sos.evidenceMake}을(를) 누르면 지금까지의 기록이 PDF가 되고, 파일의 해시가 로그에 남습니다.',
            en: '{sos.evidenceMake} creates a PDF of the record so far; the hash of the file is kept in the log.',
          },
          {
            ko: '받은 파일이 맞는지 확인하려면 {sos.evidenceCheck}(으)로 파일을 고릅니다.',
            en: 'To check that a file is genuine, press {sos.evidenceCheck} and choose it.',
          },
        ],
      },
    ],
    keys: [
      [['J', 'K'], 'sos.key.move'],
      [['A'], 'sos.act.acknowledge'],
      [['D'], 'sos.key.dispatch'],
      [['R'], 'sos.key.resolve'],
      [['F'], 'sos.key.falseAlarm'],
      [['E'], 'sos.key.escalate'],
      [['N'], 'sos.key.note'],
      [['M'], 'sos.key.map'],
      [['P'], 'sos.key.replay'],
    ],
    states: [
      {
        term: 'sosStatus.raised',
        mark: 'now',
        means: {
          ko: '아직 확인하지 않았습니다. 경보음이 울리고 60초마다 한 단계 위 조직에 보고되며, 본사에는 간격을 늘려 가며 다시 알립니다.',
          en: 'Not acknowledged yet. The alarm sounds, and every 60 seconds the call is escalated to the next organization up; the head office is reminded at growing intervals.',
        },
      },
      {
        term: 'sosStatus.acknowledged',
        mark: 'today',
        means: {
          ko: '담당자가 확인했습니다. 아직 출동하지 않았습니다.',
          en: 'A handler has taken it; nobody is on the way yet.',
        },
      },
      {
        term: 'sosStatus.dispatched',
        mark: 'normal',
        means: { ko: '대리점이 가고 있습니다.', en: 'An agency is on the way.' },
      },
      { term: 'sosStatus.resolved', mark: 'off', means: { ko: '해결 처리되었습니다.', en: 'Resolved and closed.' } },
      {
        term: 'sosStatus.falseAlarm',
        mark: 'off',
        means: {
          ko: '오경보로 처리되었습니다. 15분 안에는 다시 열 수 있습니다.',
          en: 'Closed as a false alarm; can be reopened for 15 minutes.',
        },
      },
      {
        term: 'sos.late',
        means: {
          ko: '발생한 지 1시간이 넘어 수신되었습니다. 경보음과 상위 보고 없이 목록에만 표시됩니다.',
          en: 'Received more than an hour after it was raised: listed without alarm or escalation.',
        },
      },
    ],
  },
} satisfies HelpFile;
