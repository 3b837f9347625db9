import { chakra } from '@chakra-ui/react';
import type { Display } from '@headland/contracts/posting';
import { useI18n } from '../../lib/i18n';
import { StateLabel } from '../../ui/status-chip';

/** Whether the app shows what is always posted. */
export function DisplayLabel({ display }: { display: Display }) {
  const { t } = useI18n();
  if (display === 'hidden') return <chakra.span color="ink3">{t('display.hidden')}</chakra.span>;
  return <StateLabel state="normal">{t('display.shown')}</StateLabel>;
}
