import { chakra } from '@chakra-ui/react';
import { Image } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { StoredImage } from '../../ui/stored-image';

interface Props {
  name: string;
  content: string;
  url: string;
  imageId: string;
  imageAlt: string;
  onSize?: (size: { width: number; height: number }) => void;
}
const noPicture = (text: string) => (
  <chakra.span display="grid" justifyItems="center" gap="1" textStyle="small" color="ink3" px="4" textAlign="center">
    <Image size={28} strokeWidth={1.4} aria-hidden />
    {text}
  </chakra.span>
);

/** The banner as the app shows it on a phone of 360 px: the text as text, the picture in the recommended shape. */
export function BannerPreview({ name, content, url, imageId, imageAlt, onSize }: Props) {
  const { t } = useI18n();
  const host = /^https:\/\/([^/?#]+)/u.exec(url)?.[1];
  return (
    <chakra.figure aria-label={t('gptBanner.preview')} m="0" w="full" css={{ maxWidth: '360px' }}>
      <chakra.div bg="ground" border="1px solid" borderColor="lineStrong" borderRadius="card" p="4">
        <chakra.div bg="surface" borderRadius="card" overflow="hidden" boxShadow="low">
          <chakra.div aspectRatio="9 / 5" bg="sunken" display="grid" placeItems="center" overflow="hidden">
            {imageId === '' ? (
              noPicture(t('gptBanner.previewImage'))
            ) : (
              <StoredImage
                key={imageId}
                id={imageId}
                size="full"
                alt={imageAlt || name}
                fallback={noPicture('')}
                {...(onSize && { onSize })}
              />
            )}
          </chakra.div>
          <chakra.div p="4" display="grid" gap="2" textStyle="lead">
            <chakra.b overflowWrap="anywhere" color={name === '' ? 'ink3' : 'ink'}>
              {name || t('gptBanner.previewName')}
            </chakra.b>
            <chakra.p
              whiteSpace="pre-wrap"
              overflowWrap="anywhere"
              textStyle="body"
              color={content === '' ? 'ink3' : 'ink2'}
            >
              {content || t('gptBanner.previewContent')}
            </chakra.p>
            {host !== undefined && (
              <chakra.span textStyle="small" color="ink3" overflowWrap="anywhere">
                {host}
              </chakra.span>
            )}
          </chakra.div>
        </chakra.div>
      </chakra.div>
    </chakra.figure>
  );
}
