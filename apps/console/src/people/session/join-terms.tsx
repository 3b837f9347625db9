import { chakra, Flex } from '@chakra-ui/react';
import { type Term, terms } from '@headland/contracts/session';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/field';
import { Complaint } from './join-parts';

/** Each of the terms, its text opening in its place; all at once with one tick. */
export function JoinTerms({
  agreed,
  onChange,
  error,
}: {
  agreed: readonly Term[];
  onChange: (agreed: Term[]) => void;
  error: string | undefined;
}) {
  const { t } = useI18n();
  const [open, setOpen] = useState<Term | null>(null);
  const all = terms.every((x) => agreed.includes(x.term));
  return (
    <chakra.fieldset
      name="agreed"
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : 'terms-error'}
      border="1px solid"
      borderColor={error === undefined ? 'line' : 'now.ink'}
      borderRadius="control"
      outline="0"
      minW="0"
      m="0"
      p="0"
      css={{ '& .box': { flexShrink: 0 } }}
    >
      <chakra.legend className="sr">{t('join.terms')}</chakra.legend>
      <chakra.div px="3" py="2.5" borderBottom="1px solid" borderColor="line" fontWeight="600">
        <Checkbox checked={all} onChange={(on) => onChange(on ? terms.map((x) => x.term) : [])}>
          {t('join.agreeAll')}
        </Checkbox>
      </chakra.div>
      {terms.map(({ term, required }) => (
        <chakra.div key={term} px="3" py="1.5">
          <Flex align="center" gap="2">
            <chakra.div flex="1" minW="0">
              <Checkbox
                checked={agreed.includes(term)}
                onChange={(on) => onChange(on ? [...agreed, term] : agreed.filter((x) => x !== term))}
              >
                <span>
                  {t(`terms.${term}.title`)}{' '}
                  <chakra.span color={required ? 'accent' : 'ink3'} textStyle="small">
                    {t(required ? 'join.required' : 'common.optional')}
                  </chakra.span>
                </span>
              </Checkbox>
            </chakra.div>
            <Button
              kind="quiet"
              aria-expanded={open === term}
              aria-controls={`terms-${term}`}
              aria-label={t('join.termsTextOf', { title: t(`terms.${term}.title`) })}
              onClick={() => setOpen(open === term ? null : term)}
            >
              {t(open === term ? 'join.termsHide' : 'join.termsShow')}
            </Button>
          </Flex>
          <chakra.div
            id={`terms-${term}`}
            hidden={open !== term}
            // it scrolls, so the keyboard must reach it
            tabIndex={0}
            role="region"
            aria-label={t(`terms.${term}.title`)}
            mt="1"
            mb="1.5"
            p="3"
            maxH="220px"
            overflowY="auto"
            bg="sunken"
            borderRadius="control"
            textStyle="dense"
            color="ink2"
            whiteSpace="pre-line"
          >
            {t(`terms.${term}.text`)}
          </chakra.div>
        </chakra.div>
      ))}
      {error !== undefined && (
        <chakra.div id="terms-error" px="3" pb="2.5">
          <Complaint>{t('field.terms')}</Complaint>
        </chakra.div>
      )}
    </chakra.fieldset>
  );
}
