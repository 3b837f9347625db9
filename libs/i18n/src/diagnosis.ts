import type { Messages } from './messages';

/** Remote service: sessions on machines far away. */
export const diagnosis = {
  'eventKind.diagnosis': { ko: '원격 진단', en: 'Remote diagnosis' },
  'event.diagnosis.opened': { ko: '원격 진단 연결 요청', en: 'Remote session requested' },
  'event.diagnosis.connected': { ko: '원격 진단 연결', en: 'Remote session connected' },
  'event.diagnosis.ended': { ko: '원격 진단 종료', en: 'Remote session ended' },
  'event.diagnosis.testStarted': { ko: '시험 시작', en: 'Test started' },
  'event.diagnosis.testEnded': { ko: '시험 종료', en: 'Test ended' },
  'event.diagnosis.judged': { ko: '시험 판정 갱신', en: 'Test judged again' },
  'event.diagnosis.faultsCleared': { ko: '고장 코드 삭제', en: 'Fault codes cleared' },
  'eventKind.flash': { ko: '재프로그래밍', en: 'Reprogramming' },
  'event.flash.changed': { ko: '재프로그래밍 상태 변경', en: 'Reprogramming changed' },
} satisfies Messages;
