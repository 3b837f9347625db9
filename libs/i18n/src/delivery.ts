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
  'delivery.since': { ko: '처음 {at}', en: 'first {at}' },
  'delivery.noPlace': { ko: '위치 없음', en: 'no position' },
} satisfies Messages;
