import { chakra, Flex } from '@chakra-ui/react';
import { DispatchSosBody, sosAlerts, type SosDetail } from '@headland/contracts/sos';
import { agencyReachKm } from '@headland/domain/organization';
import { sosRefusal } from '@headland/domain/sos';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useInvalidate } from '../../ui/use-action';
import { useKeys } from '../../lib/use-keys';
import { useSeen } from '../../lib/use-seen';
import { useI18n } from '../../lib/i18n';
import { call as send } from '../../lib/session/session';
import { ActProblem } from '../../ui/action-problem';
import { Button } from '../../ui/button';
import { RadioGroup, TextField } from '../../ui/field';
import { LockedNote } from '../../ui/locked-note';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { Section } from '../../ui/panel';
import { toast } from '../../ui/toast';
import { TreeSelect } from '../../ui/tree-select';
import { useForm } from '../../ui/use-form';
import { DispatchPerson } from './dispatch-person';
import { AgencyNote, agenciesToShow } from './sos-agencies';
import { lockedText } from './sos-forms';

/** The option that opens the whole tree. */
const another = 'another';

/** Dispatches an agency. If a colleague was faster, the input stays, locked, until the form is closed. */
export function DispatchForm({
  sos,
  onTyping,
  acts,
}: {
  sos: SosDetail;
  onTyping: (typing: boolean) => void;
  acts: ReactNode;
}) {
  const { t, number } = useI18n();
  const near = agenciesToShow(sos);
  const nodes = useOrganizationNodes();
  const noAgency = useNotDealers(nodes);
  const form = useForm(
    DispatchSosBody,
    { agencyId: near[0] ? String(near[0].id) : '', person: '', phone: '', etaMinutes: '', note: '' },
    { draft: `sos-dispatch-${sos.id}`, follows: true },
  );
  const [inTree, setInTree] = useState(false);
  // a later press may bring a position, and other agencies near it: what will be sent stays in sight
  const far = inTree || !near.some((a) => String(a.id) === form.values.agencyId);
  const chooseAgency = (value: string): void => {
    setInTree(value === another);
    setAgency(value === another ? '' : value);
  };
  /** another agency has other people */
  const setAgency = (id: string): void => {
    form.set('agencyId', id);
    form.set('person', '');
    form.set('phone', '');
  };
  const invalidate = useInvalidate(sosAlerts.dispatch);
  const fields = useRef<HTMLFormElement>(null);
  useKeys({ d: () => fields.current?.querySelector<HTMLElement>('select,input:not([type=radio])')?.focus() });
  const { dirty } = form;
  useEffect(() => onTyping(dirty), [dirty, onTyping]);
  const seen = useSeen(sos.version, dirty);
  const locked = sosRefusal(sos.status, 'dispatch') !== null && !form.busy;
  const submit = async (): Promise<void> => {
    if (
      locked ||
      !(await form.submit((body) =>
        seen((version) => send(sosAlerts.dispatch, { params: { id: sos.id }, body: { ...body, version } })),
      ))
    )
      return;
    form.reset();
    invalidate();
    toast(t('sos.toast.dispatched'));
  };
  const field = (name: 'agencyId' | 'person' | 'phone' | 'etaMinutes' | 'note') => ({
    ...form.field(name),
    disabled: locked,
  });
  return (
    <Section title={t('sos.dispatchTitle')}>
      <chakra.form
        ref={fields}
        display="grid"
        gap="3"
        noValidate
        onSubmit={(e) => {
          e.preventDefault();
          void submit();
        }}
      >
        {locked && (
          <LockedNote
            action={
              <Button
                kind="link"
                onClick={() => {
                  form.reset();
                  onTyping(false);
                }}
              >
                {t('sos.discard')}
              </Button>
            }
          >
            {lockedText(t, sos)}
          </LockedNote>
        )}
        {near.length === 0 ? (
          <chakra.p color="ink3">
            {nodes.length === 0 ? t('sos.noAgency') : t('sos.noAgencyNear', { km: agencyReachKm })}
          </chakra.p>
        ) : (
          <RadioGroup
            label={t('sos.agency')}
            {...field('agencyId')}
            {...(far ? { error: undefined } : {})}
            value={far ? another : form.values.agencyId}
            onChange={chooseAgency}
            options={[
              ...near.map((a) => ({ value: String(a.id), label: a.name, note: <AgencyNote agency={a} /> })),
              ...(nodes.length > 0 ? [{ value: another, label: t('sos.otherAgency') }] : []),
            ]}
          />
        )}
        {far && nodes.length > 0 && (
          <TreeSelect
            label={t('sos.chooseAgency')}
            {...field('agencyId')}
            onChange={setAgency}
            nodes={nodes}
            forbidden={noAgency}
            note={(node) => {
              const km = sos.nearest.find((a) => a.id === node.id)?.distanceKm ?? null;
              return km === null ? null : `${number(km, 1)} km`;
            }}
          />
        )}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3">
          <DispatchPerson
            key={form.values.agencyId}
            agencyId={Number(form.values.agencyId)}
            form={form}
            disabled={locked}
          />
          <TextField label={t('sos.etaMinutes')} inputMode="numeric" end={t('sos.minutes')} {...field('etaMinutes')} />
          <TextField label={t('sos.note')} required={false} {...field('note')} />
        </chakra.div>
        {form.problem && <ActProblem problem={form.problem} />}
        {!locked && (
          <Flex gap="2" wrap="wrap">
            <Button kind="primary" type="submit" busy={form.busy} disabled={far && nodes.length === 0}>
              {t('sos.act.dispatch')}
            </Button>
            {acts}
          </Flex>
        )}
      </chakra.form>
    </Section>
  );
}
