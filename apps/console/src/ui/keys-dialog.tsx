import { chakra } from '@chakra-ui/react';
import { useT } from '../lib/i18n';
import { Dialog } from './dialog';
import { Kbd } from './kbd';

export type Keys = readonly (readonly [readonly string[], string])[];

/** The keys of a screen and those of the whole console. */
export function KeysDialog({ keys = [], onClose }: { keys?: Keys; onClose: () => void }) {
  const t = useT();
  const everywhere: Keys = [
    [['Ctrl', 'K'], t('keys.find')],
    [['⇧', 'A'], t('keys.acknowledge')],
    [['/'], t('keys.filter')],
    [['↑', '↓', 'J', 'K', 'Enter'], t('keys.rows')],
    [['Space'], t('keys.select')],
    [['Esc'], t('keys.close')],
    [['?'], t('common.keys')],
  ];
  return (
    <Dialog open onClose={onClose} title={t('common.keys')}>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" gap="2" columnGap="6" py="1">
        {[...keys, ...everywhere].map(([names, does]) => (
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
  );
}
