import { chakra, Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/kiosk';
import { ExternalLink } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { Dialog } from '../../ui/dialog';
import { OnceNote, Secret } from '../../ui/secret';

/** A token and the address that a display opens with it: this once. */
export function IssuedKiosk({ kiosk, onClose }: { kiosk: Answer<typeof kiosks.issue>; onClose: () => void }) {
  const { t } = useI18n();
  const address = `${window.location.origin}/wall?token=${encodeURIComponent(kiosk.token)}`;
  return (
    <Dialog open onClose={onClose} title={t('kiosk.issued', { name: kiosk.name })} width="560px">
      <chakra.div display="grid" gap="4" py="1">
        <OnceNote />
        <Secret label={t('kiosk.token')} value={kiosk.token} />
        <Secret label={t('kiosk.address')} value={address} help={t('kiosk.addressHelp')} />
        <chakra.a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          color="accent"
          fontWeight="500"
          justifySelf="start"
          _hover={{ textDecoration: 'underline' }}
        >
          <Flex as="span" align="center" gap="1.5">
            {t('kiosk.openWall')}
            <ExternalLink size={14} aria-hidden />
          </Flex>
        </chakra.a>
      </chakra.div>
    </Dialog>
  );
}
