import { chakra, Flex } from '@chakra-ui/react';
import type { FleetClient, FleetClientEndpoints, IssuedFleetClient } from '@headland/contracts/fleet-client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Dialog } from '../../ui/dialog';
import { Section } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { useAction } from '../../ui/use-action';
import { FleetClientRow } from './fleet-client-row';
import { IssuedClient, IssueFleetClient, type Owner } from './issue-fleet-client';

interface Props {
  endpoints: FleetClientEndpoints;
  owner: Owner;
  frame: 'card' | 'section';
  /** nothing can be given to this owner */
  closed: boolean;
}

/** Clients of the Fleet API that a customer or an organization has: issued, given a new secret, revoked. */
export function FleetClients({ endpoints, owner, frame, closed }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const { data, error, refetch } = useQuery(query(endpoints.list, { params: { id: owner.id } }));
  const [issuing, setIssuing] = useState(false);
  const may = can(endpoints.create.allow) && !closed;
  const issue = may && (
    <Button h="7" icon={<Plus size={14} />} onClick={() => setIssuing(true)}>
      {t('fleetClient.issue')}
    </Button>
  );
  const list = !data ? (
    error ? (
      <ErrorState compact error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  ) : data.length === 0 ? (
    <EmptyState title={t('fleetClient.empty')} text={t('fleetClient.emptyText')} />
  ) : (
    <Rows
      clients={data}
      endpoints={endpoints}
      owner={owner}
      may={can(endpoints.revoke.allow)}
      closed={closed || !can(endpoints.rotate.allow)}
    />
  );
  return (
    <Frame as={frame} title={t('fleetClient.title')} actions={issue}>
      {list}
      {issuing && <IssueFleetClient endpoints={endpoints} owner={owner} onClose={() => setIssuing(false)} />}
    </Frame>
  );
}

interface FrameProps {
  as: Props['frame'];
  title: string;
  actions: ReactNode;
  children: ReactNode;
}
function Frame({ as, title, actions, children }: FrameProps) {
  if (as === 'section')
    return (
      <Section title={title} actions={actions}>
        {children}
      </Section>
    );
  return (
    <DetailCard title={title} actions={actions} wide>
      {children}
    </DetailCard>
  );
}

interface RowsProps extends Omit<Props, 'frame'> {
  clients: FleetClient[];
  may: boolean;
}
function Rows({ clients, endpoints, owner, may, closed }: RowsProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<{ act: 'rotate' | 'revoke'; client: FleetClient } | null>(null);
  const [rotated, setRotated] = useState<IssuedFleetClient | null>(null);
  const close = (): void => setAsked(null);
  const revoke = useAction(endpoints.revoke, { success: t('fleetClient.revokedToast'), done: close });
  const rotate = useAction(endpoints.rotate, {
    done: (issued) => {
      close();
      setRotated(issued);
    },
  });
  const isRevoke = asked?.act === 'revoke';
  const name = asked?.client.name ?? '';
  const confirm = (): void => {
    if (asked === null) return;
    (isRevoke ? revoke : rotate).run({ params: { id: owner.id, client: asked.client.id } });
  };
  return (
    <chakra.ul listStyleType="none" display="grid" gap="3">
      {clients.map((client) => (
        <FleetClientRow key={client.id} client={client}>
          {may && client.state !== 'revoked' && (
            <Flex gap="2" flexShrink={0} wrap="wrap">
              {client.state === 'active' && !closed && (
                <Button
                  h="7"
                  aria-label={`${t('fleetClient.rotate')} – ${client.name}`}
                  onClick={() => setAsked({ act: 'rotate', client })}
                >
                  {t('fleetClient.rotate')}
                </Button>
              )}
              <Button
                kind="danger"
                h="7"
                aria-label={`${t('fleetClient.revoke')} – ${client.name}`}
                onClick={() => setAsked({ act: 'revoke', client })}
              >
                {t('fleetClient.revoke')}
              </Button>
            </Flex>
          )}
        </FleetClientRow>
      ))}
      <Dialog
        open={asked !== null}
        onClose={close}
        title={t(isRevoke ? 'fleetClient.revokeTitle' : 'fleetClient.rotateTitle', { name })}
        confirm={{
          label: t(isRevoke ? 'fleetClient.revoke' : 'fleetClient.rotate'),
          danger: true,
          busy: revoke.busy || rotate.busy,
          onConfirm: confirm,
        }}
      >
        {t(isRevoke ? 'fleetClient.revokeText' : 'fleetClient.rotateText')}
      </Dialog>
      {rotated && <IssuedClient client={rotated} onClose={() => setRotated(null)} />}
    </chakra.ul>
  );
}
