import { chakra, Flex } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { addressSearch } from '@headland/contracts/address-search';
import type { Answer } from '@headland/contracts/endpoint';
import { type FormEvent, useState } from 'react';
import { useT } from '../../lib/i18n';
import { IconButton } from '../button';
import { useAction } from '../use-action';

export type Address = Answer<typeof addressSearch.find>[number];

/** Finds an address and shows it on the map. The text goes to the server on Enter alone: a geocoder is asked once a second at most. */
export function AddressBar({ onChoose, onClose }: { onChoose: (address: Address) => void; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Address[] | null>(null);
  const search = useAction(addressSearch.find, {
    done: (addresses) => {
      setFound(addresses);
      if (addresses.length === 1 && addresses[0]) onChoose(addresses[0]);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    if (q !== '' && !search.busy) search.run({ query: { q } });
  };
  return (
    <chakra.div
      className="tool"
      w="min(360px, 100% - 120px)"
      bg="raised"
      borderRadius="control"
      boxShadow="high"
      onKeyDown={(event) => {
        // it ends a syllable of a Korean address
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        // not the panel beside the map
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
    >
      <Flex as="form" role="search" onSubmit={submit} align="center" pl="3" pr="1" py="1" gap="1">
        <chakra.input
          ref={focusIt}
          aria-label={t('map.addressSearch')}
          placeholder={t('map.addressPlaceholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          flex="1"
          minW="0"
          h="7"
          border="0"
          bg="transparent"
          textStyle="dense"
          color="ink"
          outline="0"
        />
        <IconButton label={t('map.addressSearch')} icon={<Search size={14} />} type="submit" />
        <IconButton label={t('common.close')} icon={<X size={14} />} onClick={onClose} />
      </Flex>
      <div role="status">
        {found?.length === 0 && (
          <chakra.p px="3" pb="2" textStyle="small" color="ink3">
            {t('map.addressNone')}
          </chakra.p>
        )}
      </div>
      {found !== null && found.length > 0 && (
        <chakra.ul
          m="0"
          p="0"
          py="1"
          listStyleType="none"
          maxH="240px"
          overflowY="auto"
          borderTop="1px solid"
          borderColor="line"
        >
          {found.map((address) => (
            <li key={`${address.lat} ${address.lon} ${address.name}`}>
              <chakra.button
                type="button"
                w="full"
                px="3"
                py="1.5"
                textAlign="left"
                textStyle="small"
                color="ink"
                _hover={{ bg: 'hover' }}
                _focusVisible={{ outlineOffset: '-2px' }}
                onClick={() => onChoose(address)}
              >
                {address.name}
              </chakra.button>
            </li>
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  );
}

const focusIt = (input: HTMLInputElement | null): void => input?.focus({ preventScroll: true });
