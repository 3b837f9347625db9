import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useT } from '../lib/i18n';
import { useKeys } from '../lib/use-keys';
import { Dialog } from './dialog';

export const Kbd = chakra('kbd', {
  base: {
    font: '500 11px/16px var(--font)',
    px: '5px',
    border: '1px solid',
    borderColor: 'lineStrong',
    borderRadius: '3px',
    color: 'inherit',
    bg: 'transparent',
  },
});

type Keys = readonly (readonly [readonly string[], string])[];
/**
 * Keys and what they do, for the head of a queue: `[[['J', 'K'], 'move'], [['A'], 'take']]`. The line is hidden where there is no room;
 * `?` lists them everywhere, with `more` of the screen and those of the whole console. `brief`: the header is narrow, only `?` is shown.
 */
export function KeyHints({ keys, more = [], brief = false }: { keys: Keys; more?: Keys; brief?: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  const everywhere = [
    [['Ctrl', 'K'], t('keys.find')],
    [['⇧', 'A'], t('keys.acknowledge')],
    [['/'], t('keys.filter')],
    [['↑', '↓', 'Enter'], t('keys.rows')],
    [['Space'], t('keys.select')],
    [['Esc'], t('keys.close')],
    [['?'], t('common.keys')],
  ] as const;
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
      <Dialog open={open} onClose={() => setOpen(false)} title={t('common.keys')}>
        <chakra.dl display="grid" gridTemplateColumns="auto 1fr" gap="2" columnGap="6" py="1">
          {[...keys, ...more, ...everywhere].map(([names, does]) => (
            <chakra.div key={`${names.join()} ${does}`} display="contents">
              <dt>
                {names.map((name) => (
                  <Kbd key={name} mr="1">
                    {name}
                  </Kbd>
                ))}
              </dt>
              <chakra.dd color="ink">{does}</chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      </Dialog>
    </>
  );
}
