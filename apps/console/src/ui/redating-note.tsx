import { Flex } from '@chakra-ui/react';
import { models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../lib/i18n';
import { query } from '../lib/session/session';
import { LockedNote } from './locked-note';

/** While it goes on, and to notice that it has begun. */
const goesOnMs = 2_000;
const pollMs = 30_000;

/**
 * Over consumable cycles: the set of a model has changed, and those of its vehicles are still being counted anew, so some of what is shown is of the
 * former set. `model`: of this one only.
 */
export function RedatingNote({ model }: { model?: string }) {
  const { t, number } = useI18n();
  const { data = [] } = useQuery({
    ...query(models.redating),
    refetchInterval: ({ state }) => (state.data?.length ? goesOnMs : pollMs),
  });
  const shown = data.filter(({ name }) => model === undefined || name === model);
  if (shown.length === 0) return null;
  return (
    <Flex direction="column" gap="2" px="4" pt="2.5" flexShrink={0}>
      {shown.map(({ id, name, share }) => (
        <LockedNote key={id}>
          {t('model.redatingElsewhere', { model: name, percent: number(Math.floor(share * 100)) })}
        </LockedNote>
      ))}
    </Flex>
  );
}
