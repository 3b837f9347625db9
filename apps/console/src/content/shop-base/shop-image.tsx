import { chakra } from '@chakra-ui/react';
import type { ContentImage } from '@headland/contracts/content';
import { ImageOff } from 'lucide-react';
import { StoredImage } from '../../ui/stored-image';

interface Props {
  image: ContentImage | null | undefined;
  size?: 'row' | 'page';
  name: string;
}
/** The picture of a row or of a page, or that there is none. */
export function ShopImage({ image, size = 'row', name }: Props) {
  const none = <ImageOff size={size === 'row' ? 14 : 28} aria-hidden />;
  return (
    <chakra.span css={size === 'row' ? rowCss : pageCss}>
      {image ? (
        <StoredImage
          id={image.id}
          alt={image.alt || (size === 'row' ? '' : name)}
          size={size === 'row' ? 'thumb' : 'full'}
          fit="contain"
          fallback={none}
        />
      ) : (
        none
      )}
    </chakra.span>
  );
}

const frame = {
  display: 'grid',
  // without it the row is as high as the picture, and a square one is cut
  gridTemplateRows: 'minmax(0, 1fr)',
  placeItems: 'center',
  flexShrink: 0,
  overflow: 'hidden',
  borderRadius: 'var(--r-chip)',
  background: 'var(--sunken)',
  color: 'var(--ink-3)',
} as const;
const rowCss = { ...frame, width: '42px', height: '28px' } as const;
const pageCss = { ...frame, width: '100%', aspectRatio: '9 / 5', maxHeight: '320px' } as const;
