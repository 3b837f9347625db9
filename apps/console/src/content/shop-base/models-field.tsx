import { chakra, Flex } from '@chakra-ui/react';
import { models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { type FieldProps, Frame } from '../../ui/field-frame';
import { ManyPicker } from '../../ui/many-picker';
import { Segmented } from '../../ui/tabs';

/** Names of all models, as choices. */
export function useModelChoices(): { value: string; label: string }[] {
  const { data = [] } = useQuery(query(models.names));
  return data.map(({ id, name }) => ({ value: String(id), label: name }));
}
/** A list of ids as a form holds it, in words. */
export function useModelText(): (value: string) => string {
  const { t } = useI18n();
  const choices = useModelChoices();
  const nameOf = (id: string): string => choices.find((c) => c.value === id)?.label ?? id;
  return (value) => (value === '' || value === 'all' ? t('shop.allModels') : idsOf(value).map(nameOf).join(', '));
}
const idsOf = (value: string): string[] => value.split(',').filter((id) => id !== '' && id !== 'all');

/** Models as one text of a form: `3,5`. None is all; with `explicit` all has to be said: `all`. */
export function ModelsField({ explicit = false, ...field }: FieldProps & { explicit?: boolean }) {
  const { t } = useI18n();
  const choices = useModelChoices();
  const { value, onChange } = field;
  const chosen = idsOf(value);
  const put = (ids: readonly string[]): void => onChange(ids.join());
  return (
    <Frame {...field} group required={explicit} help={explicit ? undefined : t('shop.noneIsAll')}>
      {(a11y) => (
        <Flex gap="2" wrap="wrap" align="center" role="group" aria-labelledby={a11y['aria-labelledby']}>
          {explicit && (
            <Segmented
              label={field.label}
              value={value === 'all' ? 'all' : 'some'}
              choices={[
                { value: 'all', label: t('shop.allModels') },
                { value: 'some', label: t('shop.someModels') },
              ]}
              onChange={(way) => onChange(way === 'all' ? 'all' : '')}
            />
          )}
          {!(explicit && value === 'all') && (
            <>
              <ManyPicker
                label={field.label}
                values={chosen}
                options={choices}
                onChange={put}
                trigger={
                  <Button {...(field.name === undefined ? {} : { name: field.name })}>
                    {chosen.length === 0 ? t('shop.chooseModels') : t('shop.nModels', { n: chosen.length })}
                    <ChevronDown size={14} aria-hidden />
                  </Button>
                }
              />
              {chosen.map((id) => {
                const name = choices.find((c) => c.value === id)?.label ?? id;
                return (
                  <chakra.span key={id} css={chipCss}>
                    {name}
                    <button
                      type="button"
                      aria-label={t('rows.remove', { name })}
                      onClick={() => put(chosen.filter((other) => other !== id))}
                    >
                      <X size={13} aria-hidden />
                    </button>
                  </chakra.span>
                );
              })}
            </>
          )}
        </Flex>
      )}
    </Frame>
  );
}

const chipCss = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2px',
  font: '500 13px/18px var(--font)',
  paddingLeft: '8px',
  border: '1px solid var(--line)',
  borderRadius: 'var(--r-chip)',
  background: 'var(--sunken)',
  '& button': { width: '26px', height: '26px', display: 'grid', placeItems: 'center', color: 'var(--ink-3)' },
  '& button:hover': { color: 'var(--ink)' },
  '@media (max-width: 767px)': { '& button': { width: '44px', height: '44px' } },
} as const;
