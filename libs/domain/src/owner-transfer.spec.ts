import { describe, expect, it } from 'vitest';
import { transferStatuses, type TransferStatus } from '@headland/contracts/owner-transfer';
import { isRefusal } from './decision';
import {
  accept,
  approve,
  decline,
  end,
  rdiExpiresAt,
  rdiOpenings,
  rdiState,
  reject,
  rejectWhenDue,
  stepDueAt,
  type TransferAct,
  transferRefusal,
  type TransferState,
  transferTransitions,
  withdraw,
} from './owner-transfer';

const now = new Date('2026-05-10T09:00:00Z');
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);
const state = (status: TransferStatus, over: Partial<TransferState> = {}): TransferState => ({
  status,
  dueAt: status === 'requested' || status === 'accepted' ? stepDueAt(now) : null,
  decidedAt: null,
  decidedBy: null,
  ...over,
});
const acts: Record<Exclude<TransferAct, 'expire'>, (t: TransferState) => ReturnType<typeof accept>> = {
  accept: (t) => accept(t, now),
  decline: (t) => decline(t, now),
  withdraw: (t) => withdraw(t, now),
  approve: (t) => approve(t, '박과장', now),
  reject: (t) => reject(t, '서류 미비', '박과장', now),
  end: (t) => end(t, '판매 취소', now, false),
};

describe('a transfer', () => {
  it.each(Object.entries(acts))(
    '%s: each status goes where the table has it, or is refused with its code',
    (name, act) => {
      for (const status of transferStatuses) {
        const expected = transferTransitions[name as keyof typeof acts][status];
        const answer = act(state(status));
        if (isRefusal(answer)) expect([status, answer.code]).toEqual([status, expected]);
        else expect([status, answer.change.status]).toEqual([status, expected]);
        expect(transferRefusal(status, name as TransferAct)).toBe(isRefusal(answer) ? expected : null);
      }
    },
  );

  it('that was decided stays so, whatever comes after', () => {
    for (const status of ['approved', 'rejected'] as const) {
      for (const [name, act] of Object.entries(acts))
        expect([name, act(state(status, { decidedAt: later(-1), decidedBy: '이대리' }))]).toEqual([
          name,
          { code: 'TRANSFER_DECIDED', values: { status, at: later(-1).toISOString(), by: '이대리' } },
        ]);
      expect(rejectWhenDue(state(status, { dueAt: later(-1) }), now)).toBeNull();
    }
  });

  it('waits seven days for each of its steps', () => {
    const accepted = accept(state('requested'), later(3));
    expect(accepted).toMatchObject({ change: { status: 'accepted', acceptedAt: later(3), dueAt: later(10) } });
    for (const status of ['requested', 'accepted'] as const) {
      expect(rejectWhenDue(state(status), later(6.99))).toBeNull();
      expect(rejectWhenDue(state(status), later(7))).toMatchObject({
        change: { status: 'rejected', ending: 'time', dueAt: null },
        events: ['transfer.rejected'],
      });
    }
  });

  it('of a person who leaves ends even when both had agreed', () => {
    expect(end(state('accepted'), '탈퇴', now, true)).toMatchObject({
      change: { status: 'rejected', ending: 'ended', reason: '탈퇴' },
    });
    expect(end(state('accepted'), '판매 취소', now, false)).toMatchObject({ code: 'TRANSFER_AWAITING' });
    expect(end(state('approved'), '탈퇴', now, true)).toMatchObject({ code: 'TRANSFER_DECIDED' });
  });
});

describe('the link of a document', () => {
  const expiresAt = rdiExpiresAt(now);
  it('opens for thirty days and twenty times', () => {
    expect(rdiState({ expiresAt, openings: 0 }, later(29.99))).toBe('open');
    expect(rdiState({ expiresAt, openings: 0 }, later(30))).toBe('expired');
    expect(rdiState({ expiresAt, openings: rdiOpenings - 1 }, now)).toBe('open');
    expect(rdiState({ expiresAt, openings: rdiOpenings }, now)).toBe('usedUp');
    expect(rdiState({ expiresAt, openings: rdiOpenings }, later(31))).toBe('expired');
  });
});
