import { chakra } from '@chakra-ui/react';
import { Kbd } from './kbd';

/**
 * Keys and what they do, for the head of a queue: `[[['J', 'K'], 'move'], [['A'], 'take']]`. Hidden where there is no
 * room; the help of the screen (`?`) lists them everywhere.
 */
export function KeyHints({ keys }: { keys: readonly (readonly [readonly string[], string])[] }) {
  return (
    <chakra.span
      display={{ base: 'none', xl: 'flex' }}
      gap="1"
      alignItems="center"
      textStyle="small"
      color="ink3"
      mr="2"
    >
      {keys.map(([names, does]) => (
        <chakra.span key={names.join()} display="inline-flex" gap="1" alignItems="center">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          {does}
        </chakra.span>
      ))}
    </chakra.span>
  );
}
