import { chakra, Flex } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateMark } from '../../ui/state-mark';

/** A field with its button at the right, on one line with the control; below it where the page is narrow. */
export function Beside({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <Flex gap="2" wrap={{ base: 'wrap', md: 'nowrap' }} align="flex-start">
      <chakra.div flex="1" minW={{ base: 'full', md: '0' }}>
        {children}
      </chakra.div>
      {button && (
        <chakra.div
          pt={{ base: '0', md: '22px' }}
          w={{ base: 'full', md: 'auto' }}
          css={{ '& > button': { height: '44px', width: '100%', fontSize: '14px' } }}
        >
          {button}
        </chakra.div>
      )}
    </Flex>
  );
}

export function Complaint({ children }: { children: ReactNode }) {
  return (
    <Flex role="alert" gap="5px" align="center" textStyle="small" color="now.ink">
      <StateMark state="now" size={9} />
      {children}
    </Flex>
  );
}

export function Done({ children }: { children: ReactNode }) {
  return (
    <Flex role="status" gap="1.5" align="center" textStyle="small" color="accent">
      <CircleCheck size={14} strokeWidth={1.8} />
      {children}
    </Flex>
  );
}
