import type { FaultRow, faults } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { useI18n } from '../../lib/i18n';
import { useKeys } from '../../lib/use-keys';
import { useStill } from '../../lib/use-still';
import { toast } from '../../ui/toast';
import type { List } from '../../ui/use-list';
import type { FaultAsking } from './fault-actions';

interface Acts {
  mayAct: boolean;
  /** takes over a report; not while another one is taken */
  take: (report: FaultRow) => void;
  ask: (what: FaultAsking) => void;
}

/** The keys of the fault lists: they move, and act on the open report. */
export function useFaultKeys({ openId, open, rows }: List<typeof faults.list>, { mayAct, take, ask }: Acts): void {
  const { t } = useI18n();
  const selected = rows.find((r) => r.id === openId);
  const canEdit = mayAct && selected !== undefined && isOpenFault(selected.status) ? selected : undefined;
  // R notifies an agency: it acts on what was visible for a moment, not on what has just moved there
  const still = useStill(`${openId} ${selected?.status}`);
  const move = (by: 1 | -1): void => {
    const focused = Number((document.activeElement as HTMLElement | null)?.dataset.row ?? openId ?? NaN);
    const at = rows.findIndex((r) => r.id === focused);
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    // with an open panel the keys switch reports; without one they only move the focus
    if (openId !== null) open(next.id);
    focusRow(next.id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => canEdit && take(canEdit),
    c: () =>
      canEdit && (canEdit.status === 'accepted' ? ask('complete') : toast(t('error.FAULT_NOT_ACCEPTED'), 'watch')),
    e: () => canEdit && ask('escalate'),
    r: () => {
      // with what its form has; another agency is chosen before, or after that by the same key
      if (canEdit?.status === 'occurred' && still)
        document.querySelector<HTMLFormElement>('form[data-accepts]')?.requestSubmit();
      if (canEdit?.status !== 'accepted') return;
      ask('reassign');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[name=agencyId]')?.focus());
    },
    m: () => document.querySelector('[data-fault-map]')?.scrollIntoView({ block: 'nearest' }),
  });
}

export const focusRow = (id: number | undefined): void =>
  document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
