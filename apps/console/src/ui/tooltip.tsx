import { Portal, Tooltip as Chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';

/** A short hint on hover and on keyboard focus. The child keeps its own accessible name: the tooltip never is the only one. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Chakra.Root
      openDelay={400}
      closeDelay={80}
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom', gutter: 6 }}
    >
      <Chakra.Trigger asChild>{children}</Chakra.Trigger>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content
            bg="ink"
            color="surface"
            px="2"
            py="1"
            borderRadius="chip"
            textStyle="small"
            maxW="280px"
            zIndex="toast"
            boxShadow="high"
          >
            {text}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
