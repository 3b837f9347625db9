import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../lib/i18n';
import { Button } from './button';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** label and action of the dangerous button; without it there is only Close. Beside "Cancel sale" it is Close, too: "Cancel" could be read as the same */
  confirm?: { label: string; onConfirm: () => void; danger?: boolean; busy?: boolean; disabled?: boolean };
  width?: string;
}

/**
 * Confirms what cannot be undone. The title names the object; the default button is Cancel, which has the focus. The page behind is inert,
 * but not the SOS bar: a call does not wait for a form. A click beside it does not close it, or typed words would be lost.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<Opened {...props} />, document.body) : null;
}

function Opened({ onClose, title, children, confirm, width = '440px' }: Omit<DialogProps, 'open'>) {
  const t = useT();
  const titleId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const release = makeInert();
    cancel.current?.focus();
    return () => {
      release();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <chakra.div
      pos="fixed"
      inset="0"
      top="var(--sos-bar, 0px)"
      zIndex="dialog"
      display="grid"
      placeItems="center"
      p="4"
      overflowY="auto"
      bg="rgb(8 10 12 / .45)"
    >
      <chakra.div
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        data-state="open"
        w="full"
        style={{ maxWidth: width }}
        bg="raised"
        borderRadius="card"
        boxShadow="high"
        animation="appear var(--m-mid) var(--m-ease)"
        onKeyDown={(e) => {
          // while a syllable is composed it ends the composition
          if (e.key !== 'Escape' || e.defaultPrevented || e.nativeEvent.isComposing) return;
          e.preventDefault();
          onClose();
        }}
      >
        <chakra.h2 id={titleId} textStyle="title" px="6" pt="5" pb="2">
          {title}
        </chakra.h2>
        {children && (
          <chakra.div px="6" pb="2" textStyle="body" color="ink2">
            {children}
          </chakra.div>
        )}
        <Flex justify="flex-end" gap="2" px="6" pt="3" pb="5">
          <Button ref={cancel} onClick={onClose}>
            {confirm && !confirm.label.includes(t('common.cancel')) ? t('common.cancel') : t('common.close')}
          </Button>
          {confirm && (
            <Button
              kind={confirm.danger ? 'danger' : 'primary'}
              onClick={confirm.onConfirm}
              busy={confirm.busy ?? false}
              disabled={confirm.disabled ?? false}
            >
              {confirm.label}
            </Button>
          )}
        </Flex>
      </chakra.div>
    </chakra.div>
  );
}

let dialogs = 0;
/** Everything marked `data-behind-dialog` can neither be reached nor read while a dialog is open; dialogs may lie over one another. */
function makeInert(): () => void {
  dialogs++;
  mark();
  return () => {
    dialogs--;
    mark();
  };
}
function mark(): void {
  for (const element of document.querySelectorAll('[data-behind-dialog]'))
    element.toggleAttribute('inert', dialogs > 0);
}
