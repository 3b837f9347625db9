import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../lib/text';
import { EmptyState } from '../ui/states';

/** There is no such model. */
export function ModelMissing() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('model.missing')}
      text={t('common.notFoundText')}
      action={
        <chakra.span color="accent" fontWeight="500">
          <Link to="/model">{t('model.toList')}</Link>
        </chakra.span>
      }
    />
  );
}
