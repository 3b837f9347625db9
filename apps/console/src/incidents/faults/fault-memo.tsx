import { chakra, Flex } from '@chakra-ui/react';
import { faults, type FaultDetail } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import { useState } from 'react';
import { useInvalidate } from '../../ui/use-action';
import { useSeen } from '../../lib/use-seen';
import { useI18n } from '../../lib/i18n';
import { call as send, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { TextArea } from '../../ui/field';
import { LockedNote } from '../../ui/locked-note';
import { Section } from '../../ui/panel';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { lockedText } from './accept-form';

/** The memo of an open report; each change stays in its timeline. A completed one shows it in its footer. */
export function FaultMemo({ report }: { report: FaultDetail }) {
  const { t } = useI18n();
  const may = useCan()(faults.note.allow);
  const [editing, setEditing] = useState(false);
  const open = isOpenFault(report.status);
  if (editing) return <Edit report={report} onDone={() => setEditing(false)} />;
  if (!open || (!may && !report.memo)) return null;
  return (
    <Section
      title={t('fault.memo')}
      actions={
        may && (
          <Button kind="link" onClick={() => setEditing(true)}>
            {t(report.memo ? 'fault.editMemo' : 'fault.addMemo')}
          </Button>
        )
      }
    >
      {report.memo ? (
        <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
          {report.memo}
        </chakra.p>
      ) : (
        <chakra.p color="ink3">{t('fault.noMemo')}</chakra.p>
      )}
    </Section>
  );
}

function Edit({ report, onDone }: { report: FaultDetail; onDone: () => void }) {
  const { t } = useI18n();
  const invalidate = useInvalidate(faults.note);
  const form = useForm(faults.note.body, { memo: report.memo ?? '' }, { draft: `fault-memo-${report.id}` });
  const seen = useSeen(report.version, true);
  const locked = !isOpenFault(report.status) && !form.busy;
  const save = async (): Promise<void> => {
    // an empty memo is valid, too
    if (
      !(await form.submit(() =>
        seen((version) => send(faults.note, { params: { id: report.id }, body: { memo: form.values.memo, version } })),
      ))
    )
      return;
    form.reset();
    invalidate();
    toast(t('fault.toast.noted'));
    onDone();
  };
  return (
    <Section title={t('fault.memo')}>
      <chakra.form
        display="grid"
        gap="2"
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          void save();
        }}
      >
        {locked && <LockedNote>{lockedText(t, report)}</LockedNote>}
        <TextArea
          label={t('fault.memo')}
          rows={4}
          maxLength={1500}
          required={false}
          {...form.field('memo')}
          disabled={locked}
        />
        {form.problem?.code === 'CHANGED_MEANWHILE' ? (
          <ChangedMeanwhile
            problem={form.problem}
            rows={[{ label: t('fault.memo'), now: report.memo ?? '', yours: form.values.memo }]}
            onReload={() => form.reset({ memo: report.memo ?? '' })}
            onRefresh={invalidate}
          />
        ) : (
          form.problem && <ActError error={form.problem} />
        )}
        <Flex gap="2">
          {!locked && (
            <Button kind="primary" type="submit" busy={form.busy}>
              {t('common.save')}
            </Button>
          )}
          <Button
            onClick={() => {
              form.reset();
              onDone();
            }}
          >
            {t(locked ? 'fault.discard' : 'common.cancel')}
          </Button>
        </Flex>
      </chakra.form>
    </Section>
  );
}
