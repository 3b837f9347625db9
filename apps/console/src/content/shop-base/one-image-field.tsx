import { chakra } from '@chakra-ui/react';
import type { ContentImage, StoredContentImage } from '@headland/contracts/content';
import { isSmallBanner } from '@headland/domain/banner-image';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import type { FieldProps } from '../../ui/field-frame';
import { ImageField } from '../../ui/image-field';

/** Pictures as one text of a form. */
export const imagesText = (images: readonly ContentImage[]): string =>
  images.length === 0 ? '' : JSON.stringify(images.map(({ id, alt }) => ({ id, alt })));
export const imagesOf = (text: string): ContentImage[] => (text === '' ? [] : (JSON.parse(text) as ContentImage[]));

interface Props extends FieldProps {
  /** as it was loaded, with its size */
  loaded: StoredContentImage | undefined;
  onBusy: (busy: boolean) => void;
}
/** The one picture of a category or a banner. One that is smaller than recommended is no error. */
export function OneImageField({ loaded, onBusy, ...field }: Props) {
  const { t } = useI18n();
  const [sent, setSent] = useState<{ id: string; width: number; height: number }>();
  const [image = { id: '', alt: '' }] = imagesOf(field.value);
  const put = (next: ContentImage): void => field.onChange(next.id === '' ? '' : imagesText([next]));
  const size = [sent, loaded].find((known) => known?.id === image.id);
  const small = size !== undefined && isSmallBanner(size);
  return (
    <ImageField
      {...field}
      value={image.id}
      onChange={(id) => put({ id, alt: image.alt })}
      required
      alt={{ value: image.alt, onChange: (alt) => image.id !== '' && put({ id: image.id, alt }) }}
      fallback={<ImageOff size={24} aria-hidden />}
      onBusy={onBusy}
      onSent={setSent}
      note={
        <chakra.span textStyle="small" color={small ? 'watch.ink' : 'ink3'} role={small ? 'status' : undefined}>
          {small ? t('shop.smallImage', { width: size.width, height: size.height }) : t('shop.imageSize')}
        </chakra.span>
      }
    />
  );
}
