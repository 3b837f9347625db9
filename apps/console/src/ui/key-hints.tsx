import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useT } from '../lib/i18n';
import { useKeys } from '../lib/use-keys';
import { Kbd } from './kbd';
import { type Keys, KeysDialog } from './keys-dialog';

/**
 * Keys and what they do, for the head of a queue: `[[['J', 'K'], 'move'], [['A'], 'take']]`. The line is hidden where there is no room;
 * `?` lists them everywhere, with `more` of the screen and those of the whole console. `brief`: the header is narrow, only `?` is shown.
 */
export function KeyHints({ keys, more = [], brief = false }: { keys: Keys; more?: Keys; brief?: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <chakra.span
        display={{ base: 'none', xl: 'flex' }}
        gap="1"
        alignItems="center"
        textStyle="small"
        color="ink3"
        mr="2"
      >
        {(brief ? [] : keys).map(([names, does]) => (
          <chakra.span key={names.join()} display="inline-flex" gap="1" alignItems="center">
            {names.map((name) => (
              <Kbd key={name}>{name}</Kbd>
            ))}
            {does}
          </chakra.span>
        ))}
        <chakra.button
          type="button"
          aria-label={t('common.keys')}
          title={t('common.keys')}
          onClick={() => setOpen(true)}
        >
          <Kbd>?</Kbd>
        </chakra.button>
      </chakra.span>
      {open && <KeysDialog keys={[...keys, ...more]} onClose={() => setOpen(false)} />}
    </>
  );
}
