import { chakra, Flex } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { TextField } from '../../ui/field';
import type { FieldProps } from '../../ui/field-frame';
import { StateMark } from '../../ui/state-mark';

/** A masked field with a show button and a Caps Lock warning. */
export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5">
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        onKey={(e) => setCaps(e.getModifierState('CapsLock'))}
        end={
          <IconButton
            label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
            aria-pressed={shown}
            icon={shown ? <EyeOff size={18} strokeWidth={1.5} /> : <Eye size={18} strokeWidth={1.5} />}
            onClick={() => setShown(!shown)}
          />
        }
      />
      {caps && (
        <Flex role="status" gap="1.5" align="center" textStyle="small" color="watch.ink">
          <StateMark state="watch" />
          {t('login.capsLock')}
        </Flex>
      )}
    </chakra.div>
  );
}
