/**
 * What may follow what, as the screens describe it: written down a second time, because the rules of the product are what is on trial.
 * act → state → the state after it, or the code of the refusal.
 */
export type SosAct = 'acknowledge' | 'dispatch' | 'assign' | 'escalate' | 'note' | 'resolve' | 'falseAlarm';
export type SosState = 'raised' | 'acknowledged' | 'dispatched' | 'resolved' | 'falseAlarm';
export type FaultAct = 'take' | 'accept' | 'reassign' | 'complete' | 'escalate' | 'note';
export type FaultState = 'occurred' | 'accepted' | 'repairCompleted' | 'processingCompleted';
type Rules<A extends string, S extends string> = Record<A, Record<S, S | Uppercase<string>>>;

const closed = { resolved: 'SOS_CLOSED', falseAlarm: 'SOS_CLOSED' } as const;
const stays = { raised: 'raised', acknowledged: 'acknowledged', dispatched: 'dispatched', ...closed } as const;
export const sosRules: Rules<SosAct, SosState> = {
  acknowledge: {
    raised: 'acknowledged',
    acknowledged: 'SOS_ALREADY_ACKNOWLEDGED',
    dispatched: 'SOS_ALREADY_ACKNOWLEDGED',
    ...closed,
  },
  dispatch: { raised: 'dispatched', acknowledged: 'dispatched', dispatched: 'SOS_ILLEGAL_STEP', ...closed },
  assign: stays,
  escalate: stays,
  note: stays,
  resolve: { raised: 'SOS_NOT_ACKNOWLEDGED', acknowledged: 'resolved', dispatched: 'resolved', ...closed },
  falseAlarm: { raised: 'falseAlarm', acknowledged: 'falseAlarm', dispatched: 'falseAlarm', ...closed },
};

const locked = { repairCompleted: 'FAULT_COMPLETED', processingCompleted: 'FAULT_COMPLETED' } as const;
const open = { occurred: 'occurred', accepted: 'accepted', ...locked } as const;
export const faultRules: Rules<FaultAct, FaultState> = {
  take: open,
  accept: { occurred: 'accepted', accepted: 'FAULT_ALREADY_ACCEPTED', ...locked },
  reassign: { occurred: 'FAULT_NOT_ACCEPTED', accepted: 'accepted', ...locked },
  complete: { occurred: 'FAULT_NOT_ACCEPTED', accepted: 'repairCompleted', ...locked },
  escalate: open,
  note: open,
};

/** Organisations above a vehicle's dealer: as often may somebody hand it up, then it is at the head office. */
export const maxSteps = 3;
export const isRefusal = (answer: string): boolean => answer === answer.toUpperCase();
