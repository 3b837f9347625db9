import { chakra } from '@chakra-ui/react';
import { Kbd } from './kbd';

/**
 * Keys and what they do, for the head of a queue: `[[['J', 'K'], 'move'], [['A'], 'take']]`. Those without room are hidden;
 * the help of the screen (`?`) lists them everywhere.
 */
export function KeyHints({ keys }: { keys: readonly (readonly [readonly string[], string])[] }) {
  return (
    <chakra.span
      display={{ base: 'none', xl: 'flex' }}
      // all that the head leaves, so that they never break its line
      flex="1000 1 24px"
      minW="0"
      justifyContent="flex-end"
      textStyle="small"
      color="ink3"
      mr="2"
    >
      {/* what does not fit wraps into a line that is not seen */}
      <chakra.span display="flex" flexWrap="wrap" justifyContent="flex-end" columnGap="1" h="6" overflow="hidden">
        {keys.map(([names, does]) => (
          <chakra.span key={names.join()} display="inline-flex" gap="1" h="6" alignItems="center" whiteSpace="nowrap">
            {names.map((name) => (
              <Kbd key={name}>{name}</Kbd>
            ))}
            {does}
          </chakra.span>
        ))}
      </chakra.span>
    </chakra.span>
  );
}
