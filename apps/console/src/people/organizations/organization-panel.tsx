import { chakra, Flex } from '@chakra-ui/react';
import type { ErrorCode } from '@headland/contracts/errors';
import { type OrganizationDetail, organizationFields, organizations } from '@headland/contracts/organization';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../ui/use-action';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { LiveMap } from '../../ui/map/live-map';
import { Facts, Panel, Section } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { RecordEdit } from '../../ui/records/record-edit';
import { isOld } from '../../ui/with-record';
import { EditOrganization, NewOrganization } from './organization-form';
import type { ScreenState, Shown } from './use-screen';

interface PanelProps {
  shown: Shown;
  screen: ScreenState;
  /** what other contexts add to an organization */
  more: (organization: OrganizationDetail) => ReactNode;
}
export function OrganizationPanel({ shown, screen, more }: PanelProps) {
  const can = useCan();
  const may = can(shown.id === 0 ? organizations.create.allow : organizations.get.allow);
  if (shown.id === 0) return may ? <NewOrganization screen={screen} /> : <Missing onClose={() => screen.show(null)} />;
  return <OneOrganization key={String(shown.edit)} shown={shown} screen={screen} more={more} />;
}

function OneOrganization({ shown, screen, more }: PanelProps) {
  const can = useCan();
  const result = useQuery({
    ...query(organizations.get, { params: { id: shown.id } }),
    // a form begins with what is saved now
    refetchOnMount: shown.edit ? 'always' : true,
  });
  const { data: organization, error, refetch } = result;
  const close = () => screen.show(null);
  if (!organization || (shown.edit && isOld(result)))
    return error instanceof Problem && error.code === 'NOT_FOUND' ? (
      <Missing onClose={close} />
    ) : (
      <Pending error={error} onRetry={() => void refetch()} onClose={close} />
    );
  if (shown.edit && can(organizations.change.allow) && organization.refused.change === null)
    return (
      <RecordEdit newest={organization} refetch={() => refetch().then(({ data }) => data)}>
        {(record) => <EditOrganization {...record} screen={screen} />}
      </RecordEdit>
    );
  return (
    <Detail organization={organization} screen={screen}>
      {more(organization)}
    </Detail>
  );
}

/** Name and type are the title; detail of the address and position are shown together. */
const shownFields = organizationFields.filter(
  (name) => name !== 'name' && name !== 'type' && name !== 'addressDetail' && name !== 'lat' && name !== 'lon',
);

interface DetailProps {
  organization: OrganizationDetail;
  screen: ScreenState;
  children: ReactNode;
}
function Detail({ organization: o, screen, children }: DetailProps) {
  const { t, number } = useI18n();
  const can = useCan();
  const address = [o.address, o.addressDetail].filter(Boolean).join(' ');
  const place = o.lat !== null && o.lon !== null ? { lat: o.lat, lon: o.lon } : null;
  return (
    <Panel
      label={o.name}
      over={t(`groupType.${o.type}`)}
      title={o.name}
      under={
        <Flex gap="1" wrap="wrap" color="ink3">
          {o.path.map((p) => (
            <chakra.span key={p.id} display="inline-flex" gap="1">
              <Button kind="link" px="0" onClick={() => screen.show({ kind: 'org', id: p.id, edit: false })}>
                {p.name}
              </Button>
              ›
            </chakra.span>
          ))}
        </Flex>
      }
      onClose={() => screen.show(null)}
      foot={
        (can(organizations.change.allow) || can(organizations.delete.allow) || can(organizations.create.allow)) && (
          <Acts organization={o} screen={screen} />
        )
      }
    >
      <Section>
        <Facts
          rows={[
            ...shownFields.map(
              (name) => [t(`organization.field.${name}`), (name === 'address' ? address : o[name]) || '–'] as const,
            ),
            [t('organization.position'), place ? `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}` : '–'],
            [t('organization.createdAt'), momentText(o.createdAt)],
          ]}
        />
      </Section>
      <Section title={t('organization.inIt')}>
        <Facts
          rows={[
            [t('organization.users'), t('organization.ownAndAll', { own: number(o.users), all: number(o.allUsers) })],
            [
              t('organization.vehicles'),
              t('organization.ownAndAll', { own: number(o.vehicles), all: number(o.allVehicles) }),
            ],
            [t('organization.children'), number(o.hanging.children)],
          ]}
        />
        <Button kind="link" mt="2" px="0" onClick={() => screen.show(null, { under: o.id })}>
          {t('organization.showInList')}
        </Button>
      </Section>
      {children}
      {place && (
        <chakra.div pos="relative" h="220px" borderTop="1px solid" borderColor="line">
          <LiveMap
            key={`${place.lat} ${place.lon}`}
            fleet={false}
            legend={false}
            start={{ ...place, zoom: 10 }}
            overlays={[{ kind: 'place', id: String(o.id), ...place, label: o.name }]}
          />
        </chakra.div>
      )}
    </Panel>
  );
}

function Acts({ organization: o, screen }: { organization: OrganizationDetail; screen: ScreenState }) {
  const { t } = useI18n();
  const can = useCan();
  const [asking, setAsking] = useState(false);
  const remove = useAction(organizations.delete, {
    success: t('organization.toast.deleted', { name: o.name }),
    done: () => screen.show(null, { saved: true, ...(screen.underId === o.id ? { under: o.parent?.id ?? null } : {}) }),
  });
  const because = (code: ErrorCode | null) =>
    code === null ? undefined : t(`error.${code}` as 'error.ORGANIZATION_IN_USE', { ...o.hanging });
  const reason = because(o.refused.delete);
  const noEdit = because(o.refused.change);
  return (
    <>
      {can(organizations.delete.allow) && reason !== undefined && (
        <chakra.p id="why-not" textStyle="small" color="ink3" mb="2">
          {reason}
        </chakra.p>
      )}
      <Flex gap="2" wrap="wrap">
        {can(organizations.delete.allow) && (
          <Button
            kind="danger"
            disabled={reason !== undefined}
            reason={reason}
            aria-describedby={reason === undefined ? undefined : 'why-not'}
            onClick={() => setAsking(true)}
          >
            {t('organization.delete')}
          </Button>
        )}
        <chakra.span flex="1" />
        {can(organizations.create.allow) && (
          <Button onClick={() => screen.show({ kind: 'org', id: 0, edit: true }, { under: o.id })}>
            {t('organization.addChild')}
          </Button>
        )}
        {can(organizations.change.allow) && (
          <Button
            kind="primary"
            disabled={noEdit !== undefined}
            reason={noEdit}
            onClick={() => screen.show({ kind: 'org', id: o.id, edit: true })}
          >
            {t('organization.edit')}
          </Button>
        )}
      </Flex>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('organization.deleteTitle', { name: o.name })}
        confirm={{
          label: t('organization.delete'),
          danger: true,
          busy: remove.busy,
          onConfirm: () => void remove.runAsync({ params: { id: o.id } }).catch(() => setAsking(false)),
        }}
      >
        {t('organization.deleteText')}
      </Dialog>
    </>
  );
}

/** Unknown and out of scope look alike. */
export function Missing({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Panel title="" label={t('organization.missing')} onClose={onClose}>
      <EmptyState
        title={t('organization.missing')}
        text={t('organization.missingText')}
        action={<Button onClick={onClose}>{t('organization.toList')}</Button>}
      />
    </Panel>
  );
}

export function Pending({
  error,
  onRetry,
  onClose,
}: {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <Panel title="" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton rows={7} height={48} />}
    </Panel>
  );
}
