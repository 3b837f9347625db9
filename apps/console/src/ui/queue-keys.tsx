import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useT } from '../lib/text';
import { useKeys } from '../lib/use-keys';
import { Dialog } from './dialog';
import { Kbd, KeyHints } from './kbd';

/** `hint`: short words for the head of the queue; lines without one are only in the dialog. */
export interface KeyLine { keys: readonly string[]; does: string; hint?: string }

/** The keys of a queue: the important ones in its head, all of them in the dialog that `?` opens. */
export function QueueKeys({ lines }: { lines: readonly KeyLine[] }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <chakra.span display={{ base: 'none', md: 'inline-flex' }} alignItems="center" flexShrink={0}>
      <KeyHints keys={lines.flatMap(({ keys, hint }) => (hint === undefined ? [] : [[keys, hint] as const]))} />
      <chakra.button type="button" aria-label={t('common.keys')} title={t('common.keys')} aria-haspopup="dialog" color="ink3" h="6" px="0.5" display="inline-flex" alignItems="center" _hover={{ color: 'ink' }} onClick={() => setOpen(true)}>
        <Kbd>?</Kbd>
      </chakra.button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('common.keys')} width="400px">
        <chakra.dl display="grid" gridTemplateColumns="auto minmax(0,1fr)" columnGap="4" rowGap="2" alignItems="baseline">
          {lines.map(({ keys, does }) => (
            <chakra.div key={keys.join()} display="contents">
              <chakra.dt display="flex" gap="1" justifyContent="flex-end" color="ink">{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</chakra.dt>
              <chakra.dd>{does}</chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Dialog>
    </chakra.span>
  );
}
