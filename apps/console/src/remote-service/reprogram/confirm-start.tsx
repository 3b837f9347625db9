import { chakra, Flex } from '@chakra-ui/react';
import { type FlashFile, type Preflight, reprogram } from '@headland/contracts/reprogram';
import { useState } from 'react';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { Dialog } from '../../ui/dialog';
import { Checkbox, TextField } from '../../ui/field';

interface Props {
  vehicle: { id: number; vin: string };
  file: FlashFile;
  preflight: Preflight;
  again: boolean;
  onClose: () => void;
}
/**
 * Step 3: the user types the VIN's end and confirms that the machine will not be moved. If a check fails meanwhile it cannot be
 * sent.
 */
export function ConfirmStart({ vehicle, file, preflight, again, onClose }: Props) {
  const { t } = useI18n();
  const [vinEnd, setVinEnd] = useState('');
  const [safe, setSafe] = useState(false);
  const start = useAction(reprogram.start, { done: onClose, success: t('reprogram.started') });
  const target = file.target.toUpperCase();
  const fits = vinEnd.length === 4 && vehicle.vin.endsWith(vinEnd);
  const ready = preflight.ok && (!preflight.sameVersion || again);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('reprogram.confirmTitle', { vin: vehicle.vin, target })}
      confirm={{
        label: t('reprogram.go'),
        danger: true,
        busy: start.busy,
        disabled: !fits || !safe || !ready,
        onConfirm: () =>
          start.run({ params: { id: vehicle.id }, body: { fileId: file.id, vinEnd, standsSafe: true, again } }),
      }}
    >
      <Flex direction="column" gap="3">
        <chakra.p>{t('reprogram.confirmText', { target, version: file.version })}</chakra.p>
        <TextField
          label={t('reprogram.vinEnd')}
          value={vinEnd}
          maxLength={4}
          onChange={(typed) => setVinEnd(typed.trim().toUpperCase())}
          help={vinEnd.length === 4 && !fits ? t('reprogram.vinEndWrong') : undefined}
        />
        <Checkbox checked={safe} onChange={setSafe}>
          {preflight.minutes === null
            ? t('reprogram.standsSafe')
            : t('reprogram.standsSafeFor', { n: preflight.minutes })}
        </Checkbox>
        {!ready && (
          <chakra.p role="alert" textStyle="dense" color="now.ink">
            {t('reprogram.allMust')}
          </chakra.p>
        )}
      </Flex>
    </Dialog>
  );
}
