import { appImage, imageWidths, type ImageVariant } from '@headland/contracts/app-content-paths';
import { createContext, use } from 'react';

/** In a preview: addresses of pictures that are not published yet. */
export const PictureAddresses = createContext<Record<string, string>>({});
const variants = Object.keys(imageWidths) as ImageVariant[];

interface Props {
  id: string;
  alt: string;
  /** of the whole picture: its place is kept while it loads */
  width?: number;
  height?: number;
  /** of a card in a list: loaded when it comes near */
  card?: boolean;
}
/** A picture of something published, in the size that the screen needs. */
export function Picture({ id, alt, width, height, card = false }: Props) {
  const preview = use(PictureAddresses)[id];
  const address =
    preview === undefined
      ? {
          src: appImage(id, 'medium'),
          srcSet: variants.map((size) => `${appImage(id, size)} ${imageWidths[size]}w`).join(', '),
          sizes: card ? '(max-width: 600px) 92vw, 280px' : '(max-width: 600px) 92vw, 570px',
        }
      : { src: preview };
  return (
    <img {...address} alt={alt} width={width} height={height} loading={card ? 'lazy' : 'eager'} decoding="async" />
  );
}
