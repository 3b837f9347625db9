import { session as endpoints, type SmsChallenge } from '@headland/contracts/session';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { call } from '../../lib/session/session';

interface State {
  /** the code that is on its way, or null before one was asked for */
  sent: SmsChallenge | null;
  code: string;
  error: string | undefined;
  left: number | null;
  /** what went wrong and belongs to no field */
  problem: Problem | null;
  busy: 'sending' | 'confirming' | null;
}
const untouched = { code: '', error: undefined, left: null, problem: null, busy: null };

/**
 * A code by SMS: requested, sent again, confirmed. A wrong one shows the remaining attempts; after the fifth the server forgets it, and the way
 * begins anew at the login.
 */
export function useSmsCode(first: SmsChallenge | null = null, onSent?: (sent: SmsChallenge) => void) {
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ sent: first, ...untouched });
  const patch = (change: Partial<State>) => setState((old) => ({ ...old, ...change }));
  // An answer that arrives after the phone has been changed is ignored.
  const round = useRef(0);

  async function guarded<T>(busy: NonNullable<State['busy']>, act: () => Promise<T>): Promise<T | null> {
    if (state.busy !== null) return null;
    const mine = round.current;
    patch({ busy, problem: null, error: undefined });
    try {
      const answer = await act();
      return mine === round.current ? answer : null;
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('INTERNAL');
      if (mine !== round.current) return null;
      if (problem.code === 'SMS_CODE_DEAD') {
        await navigate({ to: '/login', search: { reason: 'codeDead' }, replace: true });
        return null;
      }
      if (problem.code === 'SMS_CODE_WRONG')
        patch({
          code: '',
          error: 'error.SMS_CODE_WRONG',
          left: typeof problem.values.left === 'number' ? problem.values.left : null,
        });
      else patch({ problem });
      if (problem.code === 'SMS_CODE_WRONG') document.querySelector<HTMLInputElement>('input[name=code]')?.focus();
      // Field errors belong to the form that asked.
      if (Object.keys(problem.fields).length > 0) throw problem;
      return null;
    } finally {
      if (mine === round.current) patch({ busy: null });
    }
  }
  const send = async (act: () => Promise<SmsChallenge>): Promise<boolean> => {
    const sent = await guarded('sending', act);
    if (sent === null) return false;
    patch({ sent, code: '', error: undefined, left: null });
    onSent?.(sent);
    return true;
  };
  return {
    ...state,
    setCode: (code: string) => patch({ code, error: undefined }),
    complain: (error: string) => patch({ error }),
    send,
    resend: () => {
      const { sent } = state;
      return sent === null
        ? Promise.resolve(false)
        : send(() => call(endpoints.resendCode, { body: { smsId: sent.smsId } }));
    },
    confirm: <T>(act: (body: { smsId: string; code: string }) => Promise<T>): Promise<T | null> => {
      const { sent, code } = state;
      return sent === null ? Promise.resolve(null) : guarded('confirming', () => act({ smsId: sent.smsId, code }));
    },
    /** what it was sent for has changed: another one is needed */
    drop: () => {
      round.current++;
      setState({ sent: null, ...untouched });
    },
  };
}
