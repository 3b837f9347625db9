import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { EmbeddedCard } from './embedded-page';

/** What the app's token or link said no to: the page was not opened by the app, or with an address that somebody changed. */
const notFromApp = ['NO_TOKEN', 'BAD_TOKEN', 'E0105', 'NOT_FOUND', 'E0001'];

interface Props {
  error: unknown;
  onRetry: () => void;
  /** where trying again is of no use: what to do instead */
  instead?: ReactNode;
}
/** What went wrong in words, and another try where that may help. */
export function ErrorCard({ error, onRetry, instead }: Props) {
  const { t, problem } = useI18n();
  const p = error instanceof Problem ? error : new Problem('INTERNAL');
  const foreign = notFromApp.includes(p.code);
  return (
    <EmbeddedCard role="alert" textAlign="center" py="8">
      <chakra.h1 fontSize="18px" lineHeight="26px" fontWeight="600" mb="2">
        {foreign ? t('embedded.fromApp') : problem(p)}
      </chakra.h1>
      {instead}
      {!foreign && instead === undefined && (
        <Button large mt="3" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
      {p.reference && (
        <chakra.p mt="4" color="ink3" fontSize="14px" className="num">
          {p.code} · {p.reference}
        </chakra.p>
      )}
    </EmbeddedCard>
  );
}
