import { chakra } from '@chakra-ui/react';
import { AcceptFaultBody, faults, type FaultRow, maxBulkFaults } from '@headland/contracts/fault';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useEffect, useState } from 'react';
import type { Problem } from '../../lib/call';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { call as send } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import type { Picked } from '../../ui/use-picked';
import { AgencyAndPerson, ChannelChoice, noAcceptance } from './agency-person';

/** Accepts the selected reports, up to fifty, all for one agency. If one is refused, none is accepted. */
export function BulkAccept({ picked }: { picked: Picked<FaultRow> }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const n = picked.rows.length;
  const reason =
    n > maxBulkFaults
      ? t('fault.bulk.most', { n: maxBulkFaults })
      : picked.rows.some((r) => r.status !== 'occurred')
        ? t('fault.bulk.onlyOccurred')
        : undefined;
  return (
    <>
      <Button kind="primary" disabled={reason !== undefined} reason={reason} onClick={() => setOpen(true)}>
        {t('fault.bulk.accept')}
      </Button>
      {open && <BulkDialog picked={picked} onClose={() => setOpen(false)} />}
    </>
  );
}

function BulkDialog({ picked, onClose }: { picked: Picked<FaultRow>; onClose: () => void }) {
  const { t } = useI18n();
  // as they were when it opened: what a colleague changes behind it was not seen, and is refused by its version
  const [rows, setRows] = useState(picked.rows);
  const { hold } = picked;
  useEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
  const invalidate = useInvalidate(faults.acceptMany);
  const form = useForm(AcceptFaultBody, noAcceptance);
  const ids = rows.map((r) => r.id);
  const leaveOut = (row: FaultRow): void => {
    setRows(rows.filter((r) => r.id !== row.id));
    picked.pick([row], false);
  };
  const run = async (): Promise<void> => {
    if (
      !(await form.submit((body) =>
        send(faults.acceptMany, {
          body: { ...body, ids, versions: Object.fromEntries(rows.map((r) => [r.id, r.version])) },
        }),
      ))
    ) {
      invalidate();
      return;
    }
    invalidate();
    toast(t('fault.bulk.said', { n: ids.length }));
    picked.clear();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="560px"
      title={t('fault.bulk.title', { n: ids.length })}
      confirm={{
        label: t('fault.act.accept'),
        onConfirm: () => void run(),
        busy: form.busy,
        disabled: ids.length === 0,
      }}
    >
      <chakra.div display="grid" gap="3">
        <chakra.p textStyle="dense">{t('fault.bulk.note')}</chakra.p>
        <chakra.ul
          maxH="132px"
          overflowY="auto"
          listStyleType="none"
          border="1px solid"
          borderColor="line"
          borderRadius="control"
          px="3"
          py="1"
          textStyle="dense"
        >
          {rows.map((r) => (
            <li key={r.id}>
              <b className="num">{r.code}</b> <span className="num">{r.vehicle.vin}</span>
            </li>
          ))}
        </chakra.ul>
        <AgencyAndPerson form={form} near={[]} />
        <TextField label={t('fault.memo')} required={false} maxLength={1500} {...form.field('memo')} />
        <chakra.div>
          <ChannelChoice form={form} />
        </chakra.div>
        {form.problem && <Refused problem={form.problem} rows={rows} onLeaveOut={leaveOut} />}
      </chakra.div>
    </Dialog>
  );
}

/** Which report was refused, and why; it can be deselected. */
function Refused({
  problem,
  rows,
  onLeaveOut,
}: {
  problem: Problem;
  rows: readonly FaultRow[];
  onLeaveOut: (row: FaultRow) => void;
}) {
  const { t } = useI18n();
  const { why, report } = problem.values;
  if (problem.code !== 'FAULT_BULK_REFUSED') return <ActError error={problem} />;
  const key = `error.${why}`;
  const row = rows.find((r) => r.id === Number(report));
  return (
    <>
      <ActError error={problem} />
      <chakra.p color="now.ink" textStyle="dense">
        {isMessageKey(key) ? t(key) : String(why)}{' '}
        {row && (
          <Button kind="link" onClick={() => onLeaveOut(row)}>
            {t('fault.bulk.leaveOut', { code: row.code, vin: row.vehicle.vin })}
          </Button>
        )}
      </chakra.p>
    </>
  );
}
