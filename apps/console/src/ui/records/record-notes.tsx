import { ChangedMeanwhile } from '../changed-meanwhile';
import { Dialog } from '../dialog';
import { LeaveGuard } from '../leave-guard';
import { ActError } from '../states';
import type { RecordFormState } from './use-record-form';

interface Props {
  form: RecordFormState;
}

/** All that a record form shows besides its fields, for the top of a form that is neither page nor panel. */
export function RecordNotes({ form }: Props) {
  return (
    <>
      <RecordConflict form={form} />
      <RecordError form={form} />
      <RecordDialogs form={form} />
    </>
  );
}

/** Somebody else has saved meanwhile: who, when, what differs. */
export const RecordConflict = ({ form: { conflict } }: Props) =>
  conflict && (
    <ChangedMeanwhile
      problem={conflict.problem}
      rows={conflict.rows}
      onRefresh={conflict.refresh}
      onReload={conflict.reload}
    />
  );

/** What was refused as a whole. */
export const RecordError = ({ form: { error } }: Props) => error && <ActError error={error} />;

/** Asks before one leaves with something unsaved, and before saving where the form wants it. */
export function RecordDialogs({ form }: Props) {
  const { question } = form;
  return (
    <>
      <LeaveGuard form={form} within={form.within} draft={form.draft !== undefined} />
      <Dialog
        open={question !== null}
        onClose={() => question?.cancel()}
        title={question?.title}
        {...(question && { confirm: { ...question.confirm, busy: form.busy, onConfirm: question.send } })}
      >
        {question?.text}
      </Dialog>
    </>
  );
}
