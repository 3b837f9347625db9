import type { Messages } from './messages';

/** Texts of messages out: push and SMS. Short, because a text message is; the most urgent word first. */
export const delivery = {
  'delivery.sos.button': { ko: 'SOS 버튼', en: 'SOS button' },
  'delivery.sos.rollover': { ko: '전복', en: 'roll-over' },
  'delivery.sos.collision': { ko: '충돌', en: 'collision' },
  'delivery.sos.raised': {
    ko: '[SOS] {type} · {model} {vin} · {place} · {time}',
    en: '[SOS] {type} · {model} {vin} · {place} · {time}',
  },
  'delivery.sos.escalated': {
    ko: '[SOS 미확인] {type} · {model} {vin} · {place} · {time} 발생 · 담당: {agency}',
    en: '[SOS not acknowledged] {type} · {model} {vin} · {place} · since {time} · agency: {agency}',
  },
  'delivery.sos.assigned': {
    ko: '[SOS 담당 지정] {type} · {model} {vin} · {place}',
    en: '[SOS assigned to you] {type} · {model} {vin} · {place}',
  },
  'delivery.sos.reminder': {
    ko: '[SOS] 출동 후 30분간 기록이 없습니다: {model} {vin} · {agency}',
    en: '[SOS] No note for 30 minutes since dispatch: {model} {vin} · {agency}',
  },
  'delivery.sos.quiet': {
    ko: '[SOS] 확인 후 조치 기록이 없습니다: {model} {vin} · {place} · {agency}',
    en: '[SOS] Acknowledged, nothing recorded since: {model} {vin} · {place} · {agency}',
  },
  'delivery.fault.accepted': {
    ko: '[고장] {code} {name} · {model} {vin} · {place} · 접수: {by}',
    en: '[Fault] {code} {name} · {model} {vin} · {place} · accepted by {by}',
  },
  'delivery.fault.withdrawn': {
    ko: '[고장] 다른 대리점으로 변경되었습니다: {code} {name} · {model} {vin}',
    en: '[Fault] Reassigned to another agency: {code} {name} · {model} {vin}',
  },
  'delivery.fault.escalated': {
    ko: '[고장 미접수] {code} {name} · {model} {vin} · {place} · {time} 발생',
    en: '[Fault not accepted] {code} {name} · {model} {vin} · {place} · since {time}',
  },
  'delivery.times': { ko: '· {times}회', en: '· {times} times' },
  'delivery.withdrawn': { ko: '발송 취소', en: 'Withdrawn' },
  'delivery.problem.noRecipient': { ko: '연락 가능한 수신자 없음', en: 'Nobody can be reached' },
  'delivery.problem.limit': { ko: '발송 한도 초과 ({limit})', en: 'As many texts as allowed were sent ({limit})' },
  'delivery.notResent': {
    ko: '발송하지 못했습니다. 전화로 연락하십시오.',
    en: 'Not sent. Contact them by phone.',
  },
  'delivery.since': { ko: '처음 {at}', en: 'first {at}' },
  'delivery.noPlace': { ko: '위치 없음', en: 'no position' },
} satisfies Messages;
