import { chakra, Dialog as Chakra, Flex, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useT } from '../lib/text';
import { Button } from './button';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** what the dangerous button says and does; without it there is only Close */
  confirm?: { label: string; onConfirm: () => void; danger?: boolean; busy?: boolean; disabled?: boolean };
  width?: string;
}

/**
 * Asks before what cannot be undone. The title names the object; the default button is Cancel, which has the focus. The SOS bar stays within
 * reach above it.
 */
export function Dialog({ open, onClose, title, children, confirm, width = '440px' }: DialogProps) {
  const t = useT();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Chakra.Root open={open} onOpenChange={(e) => !e.open && onClose()} initialFocusEl={() => cancel.current} role="dialog" lazyMount unmountOnExit persistentElements={[() => document.getElementById('sos-bar')]}>
      <Portal>
        <Chakra.Backdrop pos="fixed" inset="0" bg="rgb(8 10 12 / .45)" zIndex="dialog" />
        <Chakra.Positioner pos="fixed" inset="0" display="grid" placeItems="center" p="4" zIndex="dialog" overflowY="auto">
          <Chakra.Content w="full" style={{ maxWidth: width }} bg="raised" borderRadius="card" boxShadow="high" outline="0" animation="appear var(--m-mid) var(--m-ease)">
            <chakra.div px="6" pt="5" pb="2"><Chakra.Title asChild><chakra.h2 textStyle="title">{title}</chakra.h2></Chakra.Title></chakra.div>
            {children && <chakra.div px="6" pb="2" textStyle="body" color="ink2">{children}</chakra.div>}
            <Flex justify="flex-end" gap="2" px="6" pt="3" pb="5">
              <Button ref={cancel} onClick={onClose}>{confirm ? t('common.cancel') : t('common.close')}</Button>
              {confirm && (
                <Button kind={confirm.danger ? 'danger' : 'primary'} onClick={confirm.onConfirm} busy={confirm.busy ?? false} disabled={confirm.disabled ?? false}>{confirm.label}</Button>
              )}
            </Flex>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
