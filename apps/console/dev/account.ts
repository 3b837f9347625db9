import type { GroupType, Role } from '@headland/contracts/access';
import { mailbox } from '@headland/contracts/mailbox';
import { session, type SmsChallenge } from '@headland/contracts/session';
import { Problem } from '../src/lib/call';
import { answer, type FakeAnswer } from '../src/testing/fake-back-end';

interface Person {
  groupType: GroupType;
  role: Role;
  name: string;
}
type Purpose = 'login' | 'findId' | 'findPassword' | 'join';
interface Code extends SmsChallenge {
  code: string;
  purpose: Purpose;
  loginId: string;
}

/**
 * The pages before the login. Password `demo`; of an id that begins with `temp` or `old` it must be changed first. A code by SMS stands in the
 * mailbox. Sign-up links: a token that begins with `expired` or `used` is that, any other invites; the id `taken01` is not free.
 */
export function accountAnswers(
  memberOf: (id: string) => Person,
  token: (group: string, role: string) => string,
): FakeAnswer[] {
  const failures = new Map<string, number>();
  const codes = new Map<string, Code>();
  const mails: {
    id: number;
    at: string;
    channel: 'sms' | 'email';
    to: string;
    address: string;
    title: string | null;
    text: string;
  }[] = [];
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const post = (channel: 'sms' | 'email', address: string, title: string | null, text: string) =>
    mails.unshift({ id: mails.length + 1, at: inMs(0), channel, to: address, address, title, text });
  const challenge = ({ code: _, purpose: __, loginId: ___, ...sent }: Code): SmsChallenge => sent;

  const sendCode = (purpose: Purpose, phone = '010-1234-5678', loginId = ''): Code => {
    const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0');
    post('sms', phone, null, `[Headland] 인증번호 ${code}`);
    const sent: Code = {
      smsId: crypto.randomUUID(),
      phone: phone.replace(/\d{3,4}(?=-\d{4}$)/u, '****'),
      expiresAt: inMs(180_000),
      resendAt: inMs(60_000),
      triesLeft: 5,
      code,
      purpose,
      loginId,
    };
    codes.set(sent.smsId, sent);
    return sent;
  };
  const confirm = (smsId: string, code: string): Code => {
    const sent = codes.get(smsId);
    if (!sent || sent.triesLeft === 0) throw new Problem('SMS_CODE_DEAD');
    if (sent.code === code && Date.parse(sent.expiresAt) > Date.now()) return sent;
    sent.triesLeft -= 1;
    throw sent.triesLeft === 0 ? new Problem('SMS_CODE_DEAD') : new Problem('SMS_CODE_WRONG', { left: sent.triesLeft });
  };
  const invited = (link: string) => {
    if (link.startsWith('expired')) throw new Problem('LINK_EXPIRED');
    if (link.startsWith('used')) throw new Problem('LINK_USED');
  };

  return [
    answer(session.login, ({ body }) => {
      const n = failures.get(body.id) ?? 0;
      if (n >= 5) throw new Problem('LOCKED_OUT', { seconds: 300 });
      if (body.password !== 'demo') {
        failures.set(body.id, n + 1);
        throw n + 1 >= 5
          ? new Problem('LOCKED_OUT', { seconds: 300 })
          : new Problem('WRONG_CREDENTIALS', n < 2 ? {} : { left: 4 - n });
      }
      failures.delete(body.id);
      const { smsId, ...smsLoginData } = challenge(sendCode('login', undefined, body.id));
      return { step: 'sms' as const, smsLoginId: smsId, smsLoginData, id: body.id, name: memberOf(body.id).name };
    }),
    answer(session.loginConfirm, ({ body }) => {
      const { loginId: id } = confirm(body.smsLoginId, body.code);
      const { groupType, role, name } = memberOf(id);
      const mustChange = id.startsWith('temp')
        ? ('temporary' as const)
        : id.startsWith('old')
          ? ('expired' as const)
          : null;
      if (mustChange)
        return {
          accessToken: '',
          refreshToken: '',
          id,
          name,
          credentialsNonExpired: false,
          mustChange,
          changeToken: `change-${id}`,
        };
      return {
        accessToken: token(groupType, role),
        refreshToken: 'r',
        id,
        name,
        credentialsNonExpired: true,
        mustChange,
        changeToken: null,
      };
    }),
    answer(session.resendCode, ({ body }) => {
      const old = codes.get(body.smsId);
      if (!old) throw new Problem('SMS_CODE_DEAD');
      codes.delete(body.smsId);
      return challenge(sendCode(old.purpose, undefined, old.loginId));
    }),
    answer(session.forcedChange, ({ body }) => {
      if (body.current !== 'demo') throw new Problem('E0001', {}, { current: 'field.pwdCur' });
      return { changed: true as const };
    }),
    answer(session.findIdSend, ({ body }) => challenge(sendCode('findId', body.phone))),
    answer(session.findIdConfirm, ({ body }) => {
      confirm(body.smsId, body.code);
      return { ids: [{ id: 'kim***01', joinedAt: '2025-03-20T02:00:00Z' }] };
    }),
    answer(session.findPasswordSend, ({ body }) => challenge(sendCode('findPassword', body.phone, body.id))),
    answer(session.findPasswordConfirm, ({ body }) => {
      if (confirm(body.smsId, body.code).loginId === 'nobody') throw new Problem('CHECK_INFORMATION');
      post('email', 'kim@korea.kr', '[Headland] 임시 비밀번호', '임시 비밀번호: demo');
      return { email: 'k**@korea.kr' };
    }),
    answer(session.invitation, ({ body }) => {
      invited(body.token);
      return {
        organization: '정읍대리점',
        groupType: 'AGENCY' as const,
        role: 'STAFF' as const,
        email: 'lee@korea.kr',
        name: '이서연',
        country: '82',
        phone: '',
        postalCode: '',
        address: '',
        addressDetail: '',
        language: 'ko' as const,
        expiresAt: inMs(86_400_000),
      };
    }),
    answer(session.joinCheckId, ({ body }) => ({ free: body.id.toLowerCase() !== 'taken01' })),
    answer(session.joinSend, ({ body }) => challenge(sendCode('join', body.phone))),
    answer(session.joinConfirm, ({ body }) => {
      confirm(body.smsId, body.code);
      return { confirmed: true as const };
    }),
    answer(session.join, ({ body }) => {
      invited(body.token);
      if (body.id.toLowerCase() === 'taken01') throw new Problem('E0001', {}, { id: 'field.idTaken' });
      return { id: body.id };
    }),
    answer(mailbox.list, () => mails),
  ];
}
