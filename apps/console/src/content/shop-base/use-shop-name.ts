import { useCallback } from 'react';
import { useI18n } from '../../lib/i18n';

/** Which of its two names a category or a part is shown by: the one in the language of the screen. */
export function useShopName(): (of: { nameKo: string; nameEn: string }) => string {
  const { language } = useI18n();
  return useCallback(({ nameKo, nameEn }) => (language === 'ko' ? nameKo : nameEn), [language]);
}
