import { chakra } from '@chakra-ui/react';
import { type AcceptFaultBody, faults } from '@headland/contracts/fault';
import { agencyReachKm } from '@headland/domain/organization';
import type { NearAgency } from '@headland/contracts/shared-shapes';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { SelectField, TextField } from '../../ui/field';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { Segmented } from '../../ui/tabs';
import { TreeSelect } from '../../ui/tree-select';
import type { Form } from '../../ui/use-form';
import { nearestFirst } from './agency-tree';

export const noAcceptance = { agencyId: '', personId: '', personName: '', channel: 'both', memo: '' };
type AcceptForm = Pick<Form<typeof AcceptFaultBody, typeof noAcceptance>, 'values' | 'set' | 'field'>;
/** "Somebody else": a person without an account, by name. */
const byName = 'name';
/** Opens the whole tree. */
const another = 'another';
/** Maximum options of a list without search. */
const offered = 8;

interface Props {
  form: AcceptForm;
  /** nearest first; empty without a position */
  near: readonly NearAgency[];
  /** the vehicle's own agency: always an option */
  ownId?: number;
  disabled?: boolean;
}

/** The assignee: an agency, the nearest ones first or any of the tree, and a member of it or somebody by name. */
export function AgencyAndPerson({ form, near, ownId, disabled = false }: Props) {
  const { t, number } = useI18n();
  const nodes = useOrganizationNodes();
  const shown = near.filter(
    (a, i) => a.id === ownId || (i < offered && (a.distanceKm === null || a.distanceKm <= agencyReachKm)),
  );
  const distances = useMemo(
    () => new Map(near.flatMap((a) => (a.distanceKm === null ? [] : [[a.id, a.distanceKm]]))),
    [near],
  );
  const tree = useMemo(() => nearestFirst(nodes, distances), [nodes, distances]);
  const noAgency = useNotDealers(nodes);
  const chosen = form.values.agencyId;
  const [searched, setSearched] = useState(false);
  // also a chosen one that is not, or no longer, among the nearest: it is shown where it can be
  const far = searched || (chosen !== '' && !shown.some((a) => String(a.id) === chosen));
  const [named, setNamed] = useState(form.values.personName !== '');
  const agencyId = Number(chosen);
  const { data: staff = [] } = useQuery({ ...query(faults.people, { query: { agencyId } }), enabled: agencyId > 0 });
  const field = (name: 'agencyId' | 'personId' | 'personName') => ({ ...form.field(name), disabled });
  const choosePerson = (value: string): void => {
    setNamed(value === byName);
    form.set('personId', value === byName ? '' : value);
    if (value !== byName) form.set('personName', '');
  };
  const chooseAgency = (value: string): void => {
    setSearched(value === another);
    form.set('agencyId', value === another ? '' : value);
    choosePerson('');
  };
  const treeField = (label: string) => (
    <TreeSelect
      label={label}
      {...field('agencyId')}
      nodes={tree}
      forbidden={noAgency}
      onChange={(id) => {
        form.set('agencyId', id);
        choosePerson('');
      }}
      note={(node) => {
        const km = distances.get(node.id);
        return km === undefined ? null : `${number(km, 1)} km`;
      }}
    />
  );
  return (
    <>
      <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr) minmax(0,1fr)" gap="3">
        {shown.length === 0 ? (
          treeField(t('fault.agency'))
        ) : (
          <SelectField
            label={t('fault.agency')}
            {...field('agencyId')}
            {...(far ? { error: undefined } : {})}
            value={far ? another : chosen}
            onChange={chooseAgency}
            options={[
              ...shown.map((a) => ({
                value: String(a.id),
                label: a.distanceKm === null ? a.name : `${a.name} ${number(a.distanceKm, 1)} km`,
              })),
              ...(nodes.length > 0 || far ? [{ value: another, label: t('fault.otherAgency') }] : []),
            ]}
          />
        )}
        <SelectField
          label={t('fault.person')}
          required={false}
          {...field('personId')}
          value={named ? byName : form.values.personId}
          onChange={choosePerson}
          options={[
            { value: '', label: '–' },
            ...staff.map((p) => ({ value: String(p.id), label: p.name })),
            { value: byName, label: t('fault.personByName') },
          ]}
        />
      </chakra.div>
      {far && shown.length > 0 && treeField(t('fault.chooseAgency'))}
      {named && <TextField label={t('fault.personName')} maxLength={20} {...field('personName')} />}
    </>
  );
}

const channels = ['push', 'sms', 'both'] as const;
export function ChannelChoice({ form }: { form: AcceptForm }) {
  const { t } = useI18n();
  return (
    <Segmented
      label={t('fault.channel')}
      value={form.values.channel as (typeof channels)[number]}
      onChange={(channel) => form.set('channel', channel)}
      choices={channels.map((value) => ({ value, label: t(`fault.channel.${value}`) }))}
    />
  );
}
