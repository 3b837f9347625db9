import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { Button } from './button';

interface Props {
  title: ReactNode;
  onClose: () => void;
  /** its first field has the focus when it opens */
  focused?: boolean;
  confirm: { label: string; onConfirm: () => void; busy?: boolean; disabled?: boolean };
  children: ReactNode;
}

/**
 * A step that is filled in beside its evidence, where a dialog would cover it. The first field has the focus, Enter in a line sends, Esc closes;
 * keys of the screen are silent inside, since a choice of one field must not become an act on something else.
 */
export function InlineForm({ title, onClose, focused = true, confirm, children }: Props) {
  const t = useT();
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [opensFocused] = useState(focused);
  useEffect(() => {
    if (!opensFocused) return;
    const before = document.activeElement;
    const { current } = form;
    const first = current?.querySelector<HTMLElement>(
      'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    );
    const chosen =
      first instanceof HTMLInputElement && first.type === 'radio'
        ? current?.querySelector<HTMLElement>('input[type=radio]:checked')
        : null;
    (chosen ?? first)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [opensFocused]);
  return (
    // a form may not be a group itself
    <div role="group" aria-labelledby={titleId}>
      <chakra.form
        ref={form}
        data-own-keys
        noValidate
        px="4"
        py="3"
        borderTop="1px solid"
        borderColor="line"
        maxH="70vh"
        overflowY="auto"
        onSubmit={(e) => {
          e.preventDefault();
          if (confirm.busy !== true && confirm.disabled !== true) confirm.onConfirm();
        }}
        onKeyDown={(e) => {
          // while a syllable is composed it ends the composition
          if (e.key !== 'Escape' || e.defaultPrevented || e.nativeEvent.isComposing) return;
          e.preventDefault();
          onClose();
        }}
      >
        <chakra.h3 id={titleId} textStyle="strong" mb="2" overflowWrap="anywhere">
          {title}
        </chakra.h3>
        {children}
        <Flex gap="2" mt="3" wrap="wrap">
          <Button kind="primary" type="submit" busy={confirm.busy ?? false} disabled={confirm.disabled ?? false}>
            {confirm.label}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </Flex>
      </chakra.form>
    </div>
  );
}
