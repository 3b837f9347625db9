import { isSmallBanner } from '@headland/domain/banner-image';
import { useI18n } from '../../lib/i18n';

/** For the picture of a category or a banner: one that is smaller than recommended is no error. */
export function useBannerAdvice() {
  const { t } = useI18n();
  return {
    help: t('shop.imageSize'),
    adviceOf: (size: { width: number; height: number }) => (isSmallBanner(size) ? t('shop.smallImage', size) : null),
  };
}
