import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n';
import { Button } from '../../ui/button';

/** A browser of the member: what it is, whether it is this one, since when, and the button that ends it. */
export function EndRow({
  icon,
  name,
  here,
  note,
  onEnd,
}: {
  icon: ReactNode;
  name: string;
  here: string | null;
  note: ReactNode;
  onEnd?: () => void;
}) {
  const t = useT();
  return (
    <chakra.li display="flex" alignItems="center" gap="3" minH="13" py="1.5" borderTop="1px solid" borderColor="line">
      <chakra.span color="ink3" aria-hidden>
        {icon}
      </chakra.span>
      <chakra.span flex="1" minW="0">
        <chakra.span display="flex" gap="2" alignItems="center">
          <chakra.span fontWeight="500" truncate>
            {name}
          </chakra.span>
          {here !== null && (
            <chakra.span
              textStyle="label"
              color="accent"
              bg="accentSoft"
              borderRadius="chip"
              px="1.5"
              whiteSpace="nowrap"
            >
              {here}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.span display="block" textStyle="small" color="ink3" className="num">
          {note}
        </chakra.span>
      </chakra.span>
      {onEnd && (
        <Button kind="danger" aria-label={t('myInfo.endOf', { device: name })} onClick={onEnd}>
          {t('myInfo.end')}
        </Button>
      )}
    </chakra.li>
  );
}
