import { chakra, Flex } from '@chakra-ui/react';
import { flashTargets } from '@headland/contracts/device/flash';
import { type FlashFile, ProgramStatement, reprogram } from '@headland/contracts/reprogram';
import { useI18n } from '../../lib/i18n';
import { useAction } from '../../ui/use-action';
import { call, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { StateMark } from '../../ui/state-mark';
import { useForm } from '../../ui/use-form';

/** The target of a file without a known header, entered by hand; uploaded with the file. */
export function ProgramStatementForm({
  file,
  onUploaded,
  onCancel,
}: {
  file: File;
  onUploaded: (file: FlashFile) => void;
  onCancel: () => void;
}) {
  const { t, problemLine } = useI18n();
  const form = useForm(ProgramStatement, {
    target: defaultTarget(file.name),
    variant: '',
    calibration: '',
    version: '',
  });
  const send = async (query: ProgramStatement): Promise<void> =>
    onUploaded(await call(reprogram.upload, { query, file }));
  return (
    <chakra.form
      noValidate
      aria-label={t('reprogram.stateTitle', { name: file.name })}
      display="grid"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(send);
      }}
    >
      <chakra.h3 textStyle="strong" overflowWrap="anywhere">
        {t('reprogram.stateTitle', { name: file.name })}
      </chakra.h3>
      <chakra.p color="ink2">{t('reprogram.stateText')}</chakra.p>
      <chakra.div
        display="grid"
        gap="3"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2, minmax(0,1fr))' }}
      >
        <SelectField
          label={t('reprogram.target')}
          options={flashTargets.map((value) => ({ value, label: value.toUpperCase() }))}
          {...form.field('target')}
        />
        <TextField label={t('reprogram.variant')} maxLength={60} {...form.field('variant')} />
        <TextField label={t('reprogram.calibration')} maxLength={60} {...form.field('calibration')} />
        <TextField label={t('reprogram.version')} maxLength={60} {...form.field('version')} />
      </chakra.div>
      {form.problem !== null && (
        <chakra.p role="alert" textStyle="dense" color="now.ink">
          {problemLine(form.problem)}
        </chakra.p>
      )}
      <Flex gap="2" justify="flex-end" wrap="wrap">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('reprogram.stateSend')}
        </Button>
      </Flex>
    </chakra.form>
  );
}

/** An .ulp is for the ECU and a .ddr for the DCU; S-records are for either. */
const defaultTarget = (name: string): string => (/\.ulp$/iu.test(name) ? 'ecu' : /\.ddr$/iu.test(name) ? 'dcu' : '');

/** A pending statement: the way to confirm it, or why not. Nothing if none is pending. */
export function ConfirmStatement({ file }: { file: FlashFile }) {
  const { t } = useI18n();
  const can = useCan();
  const confirm = useAction(reprogram.confirm, { success: t('reprogram.statedConfirmed') });
  const { id, stated, target, variant, calibration, version } = file;
  if (stated === null || stated.confirmedBy !== null) return null;
  const may = stated.mayConfirm && can(reprogram.confirm.allow);
  return (
    <Flex role="note" direction="column" gap="2" pt="3" align="flex-start">
      <Flex gap="1.5" align="baseline" color="today.ink" textStyle="dense">
        <StateMark state="today" size={9} />
        {may ? t('reprogram.confirmStatedText', { by: stated.by }) : t('reprogram.confirmStatedOwn')}
      </Flex>
      {may && (
        <Button
          kind="primary"
          busy={confirm.busy}
          onClick={() => confirm.run({ params: { id }, body: { target, variant, calibration, version } })}
        >
          {t('reprogram.confirmStated')}
        </Button>
      )}
    </Flex>
  );
}
