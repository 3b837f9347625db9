import { type MyInfo, myInfo, type MySession } from '@headland/contracts/my-info';
import { type Notification, notificationKinds, notifications } from '@headland/contracts/notification';
import { session } from '@headland/contracts/session';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';
import type { Emit } from './emit';

/** Own account, notification centre and channels. The code by SMS is 123456, the present password `demo`; the password ends in ten days. */
export function myAccountAnswers(emit: Emit): FakeAnswer[] {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  let info: MyInfo = {
    id: 3,
    loginId: 'head_office.admin',
    role: 'ADMIN',
    groupType: 'HEAD_OFFICE',
    organization: { id: 1, name: '본사' },
    lastLogin: { at: ago(1_600), address: '203.0.113.9' },
    name: '김민수',
    email: 'kim@korea.kr',
    pendingEmail: null,
    country: '82',
    phone: '010-1234-5678',
    postalCode: '54321',
    address: '전북 전주시 덕진구 백제대로 567',
    addressDetail: '3층',
    units: 'km',
    language: 'ko',
    passwordExpiresAt: ago(-10 * 1_440),
    version: 1,
  };
  let sessions: MySession[] = [
    {
      id: '0c8f5a52-8b1e-4d0e-9d55-1f6a54c0b001',
      startedAt: ago(95),
      seenAt: ago(1),
      expiresAt: ago(-20_000),
      address: '203.0.113.9',
      agent: 'Windows Chrome/140',
      current: true,
    },
    {
      id: '0c8f5a52-8b1e-4d0e-9d55-1f6a54c0b002',
      startedAt: ago(3_000),
      seenAt: ago(400),
      expiresAt: ago(-9_000),
      address: '198.51.100.4',
      agent: 'Android Chrome/140',
      current: false,
    },
  ];
  let preferences = notificationKinds.map((kind) => ({
    kind,
    inApp: true,
    push: kind !== 'system',
    email: kind === 'account',
    sms: kind === 'sos' || kind === 'fault',
  }));
  const texts: Record<Notification['kind'], [ko: string, en: string, link: string | null]> = {
    sos: ['SOS 발생: 전복 · 전북 정읍시 신태인읍', 'SOS raised: Roll-over · Sintaein, Jeongeup', '/sos?id=1'],
    fault: [
      '중대 고장 발생: E0312 요소수 압력 낮음 · 충남 서산시',
      'Critical fault: E0312 Urea pressure low · Seosan',
      '/breakdown?id=1',
    ],
    consumable: ['엔진 오일 교체 주기 초과 · 512.4 h', 'Engine oil is overdue · 512.4 h', '/expendable'],
    transfer: ['소유권 이전 승인 대기', 'A transfer awaits approval', '/ownerTransfer'],
    diagnosis: ['원격 진단이 끝났습니다: 압축 시험', 'Diagnosis complete: compression test', '/remote'],
    reprogramming: ['리프로그램 실패: 전원 부족', 'Reprogramming failed: low voltage', '/reProgram'],
    export: ['차량 현황 엑셀이 준비되었습니다 · 12,840줄', 'The vehicle export is ready · 12,840 rows', '/status'],
    account: ['내 권한이 변경되었습니다: 직원 → 관리자', 'Your permissions were changed: staff → admin', null],
    system: [
      '메시지를 전달하지 못했습니다: 문자 · 010-****-5678',
      'A message could not be delivered: SMS · 010-****-5678',
      null,
    ],
  };
  let kept: Notification[] = Array.from({ length: 120 }, (_, i) => {
    const kind = notificationKinds[(i * i + i) % 9] ?? 'fault';
    const [ko, en, link] = texts[kind];
    const vehicle =
      kind === 'account' || kind === 'system' || kind === 'export'
        ? null
        : { id: 1 + (i % 40), vin: `HDLT6A11NSK00${4100 + i}`, model: 'HL 6-110' };
    return {
      id: 120 - i,
      kind,
      text: { ko, en },
      link,
      vehicle,
      count: i % 7 === 1 ? 4 : 1,
      at: ago(i * i * 2 + 1),
      readAt: i < 9 ? null : ago(i),
    };
  });
  const unread = () => ({ unread: kept.filter((n) => n.readAt === null).length });
  const mark = (which: (n: Notification) => boolean) => {
    kept = kept.map((n) => (n.readAt === null && which(n) ? { ...n, readAt: ago(0) } : n));
    emit('member.notified', { userId: 3 });
    return unread();
  };
  const challenge = () => ({
    smsId: '0c8f5a52-8b1e-4d0e-9d55-1f6a54c0b003',
    phone: '010-****-5678',
    expiresAt: ago(-3),
    resendAt: ago(-1),
    triesLeft: 5,
  });
  return [
    answer(myInfo.get, () => info),
    answer(myInfo.change, ({ body: { smsId: _, email, language = 'ko', ...rest } }) => {
      info = {
        ...info,
        ...rest,
        language,
        version: info.version + 1,
        pendingEmail: email === info.email ? null : { email, expiresAt: ago(-1_440) },
      };
      return info;
    }),
    answer(myInfo.phoneSend, challenge),
    answer(myInfo.phoneConfirm, ({ body }) => {
      if (body.code !== '123456') throw new Problem('SMS_CODE_WRONG', { left: 4 });
      return { confirmed: true as const };
    }),
    answer(
      myInfo.confirmEmail,
      () => (info = { ...info, email: info.pendingEmail?.email ?? info.email, pendingEmail: null }),
    ),
    answer(myInfo.sessions, () => sessions),
    answer(myInfo.endSession, ({ params }) => {
      sessions = sessions.filter((s) => s.id !== params.id);
      return { ended: true as const };
    }),
    answer(session.changePassword, ({ body }) => {
      if (body.current !== 'demo') throw new Problem('E0001', {}, { current: 'field.pwdCur' });
      info = { ...info, passwordExpiresAt: ago(-180 * 1_440) };
      return { changed: true as const };
    }),
    answer(notifications.unread, unread),
    answer(notifications.list, ({ query: q }) => {
      const rows = kept.filter(
        (n) => (q.kind.length === 0 || q.kind.includes(n.kind)) && (!q.unread || n.readAt === null),
      );
      return { rows: rows.slice((q.page - 1) * q.size, q.page * q.size), total: rows.length };
    }),
    answer(notifications.read, ({ body }) => mark((n) => body.ids.includes(n.id))),
    answer(notifications.readAll, ({ body }) => mark((n) => n.id <= (body.upTo ?? Infinity))),
    answer(notifications.preferences, () => preferences),
    answer(
      notifications.setPreferences,
      ({ body }) => (preferences = preferences.map((p) => body.preferences.find((n) => n.kind === p.kind) ?? p)),
    ),
    // a key of the right form; nobody signs with it
    answer(notifications.devices, () => ({
      publicKey: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
      devices: [],
    })),
    answer(notifications.subscribe, () => ({
      id: 1,
      agent: 'Windows Chrome/140',
      createdAt: ago(0),
      lastUsedAt: null,
      endpointHash: '',
    })),
    answer(notifications.unsubscribe, () => ({ ended: true as const })),
  ];
}
