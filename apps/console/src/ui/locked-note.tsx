import { chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StateMark } from './state-mark';

/** Over a form whose subject somebody else has moved on meanwhile: who and when. What was typed stays readable below. */
export function LockedNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      px="3"
      py="2"
      borderRadius="control"
      bg="watch.soft"
      color="watch.ink"
      border="1px solid"
      borderColor="watch.line"
      textStyle="dense"
    >
      <StateMark state="watch" />
      <chakra.span flex="1" minW="0">
        {children}
      </chakra.span>
      {action}
    </Flex>
  );
}
