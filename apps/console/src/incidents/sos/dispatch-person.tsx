import { sosAlerts } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { SelectField, TextField } from '../../ui/field';
import type { Form } from '../../ui/use-form';

/** The option of a person without an account. */
const byName = 'name';

interface Props {
  /** 0: none is chosen */
  agencyId: number;
  form: Pick<Form<z.ZodType, { person: string; phone: string }>, 'values' | 'set' | 'field'>;
  disabled?: boolean;
}

/** Who goes, and their phone: one of the agency's people, who brings a phone along, or somebody by name. */
export function DispatchPerson({ agencyId, form, disabled = false }: Props) {
  const t = useT();
  const { data: people = [], isSuccess } = useQuery({
    ...query(sosAlerts.people, { query: { agencyId } }),
    enabled: agencyId > 0,
  });
  const { person } = form.values;
  const [named, setNamed] = useState(false);
  const chosen = people.find((p) => p.name === person);
  // of a draft or an earlier dispatch
  const typed = named || (isSuccess && person !== '' && chosen === undefined);
  const field = (name: 'person' | 'phone') => ({ ...form.field(name), disabled });
  const choose = (value: string): void => {
    setNamed(value === byName);
    const one = people.find((p) => String(p.id) === value);
    form.set('person', one?.name ?? '');
    // the number of whoever was named before would be rung in the name of this one; one that was typed first stays
    if (one?.phone != null || person !== '') form.set('phone', one?.phone ?? '');
  };
  return (
    <>
      {people.length > 0 && (
        <SelectField
          label={t('sos.person')}
          {...field('person')}
          {...(typed ? { error: undefined } : {})}
          value={typed ? byName : chosen ? String(chosen.id) : ''}
          onChange={choose}
          options={[
            ...people.map((p) => ({ value: String(p.id), label: p.name })),
            { value: byName, label: t('fault.personByName') },
          ]}
        />
      )}
      {(typed || people.length === 0) && (
        <TextField label={t(people.length > 0 ? 'sos.personName' : 'sos.person')} {...field('person')} />
      )}
      <TextField label={t('sos.phone')} type="tel" inputMode="tel" placeholder="010-0000-0000" {...field('phone')} />
    </>
  );
}
