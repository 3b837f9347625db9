import { chakra, Flex } from '@chakra-ui/react';
import type { WriteItem } from '@headland/contracts/device/diagnosis';
import { diagnosis } from '@headland/contracts/diagnosis';
import { gateLimits } from '@headland/domain/diagnosis/gates';
import { confirmLabel } from '@headland/i18n/diagnosis-labels';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { Checkbox } from '../../ui/field';
import { Facts } from '../../ui/panel';
import { ConditionList, useConditions, useNotNow } from '../remote-diagnosis/condition-list';
import { useDiagnosisFormatter } from '../remote-diagnosis/diagnosis-labels';
import { useDefinition } from '../remote-diagnosis/use-definition';
import type { Session } from '../remote-diagnosis/use-session';

interface Props {
  session: Session;
  item: WriteItem;
  title: string;
  label: string;
  /** what will be written */
  rows: readonly (readonly [string, ReactNode])[];
  onClose: () => void;
  onConfirm: (confirmed: string[]) => void;
}
/** Before an engine is written into: what exactly, whether all that must hold does, and what somebody on site has made sure of just now. */
export function ConfirmWrite({ session, item, title, label, rows, onClose, onConfirm }: Props) {
  const { t } = useI18n();
  const formatter = useDiagnosisFormatter();
  const can = useCan();
  const { definition } = useDefinition(session, item);
  const conditions = useConditions(session, definition ?? { gates: [], gateLimits });
  const notNow = useNotNow(session, can(diagnosis.ask.allow), conditions);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const confirms = definition?.confirm ?? [];
  const missing = confirms.some((key) => !ticked.includes(key));
  const reason = notNow ?? (missing ? t('tests.because.confirm') : null);
  return (
    <Dialog
      open
      onClose={onClose}
      width="560px"
      title={title}
      confirm={{
        label,
        danger: true,
        busy: session.busy,
        disabled: definition === null || reason !== null,
        onConfirm: () => onConfirm([...ticked]),
      }}
    >
      <Facts rows={rows} />
      <chakra.div mt="3">
        <ConditionList conditions={conditions} />
      </chakra.div>
      <Flex direction="column" gap="2" mt="3" textStyle="dense" color="ink">
        {confirms.map((key) => (
          <Checkbox
            key={key}
            checked={ticked.includes(key)}
            onChange={(on) => setTicked((was) => (on ? [...was, key] : was.filter((k) => k !== key)))}
          >
            {confirmLabel(formatter, key)}
          </Checkbox>
        ))}
      </Flex>
      {reason !== null && (
        <chakra.p role="status" mt="2" textStyle="dense" color="watch.ink">
          {reason}
        </chakra.p>
      )}
    </Dialog>
  );
}
