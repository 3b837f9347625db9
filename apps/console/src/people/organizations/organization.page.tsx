import { chakra, Flex } from '@chakra-ui/react';
import { organizationFleetClients } from '@headland/contracts/fleet-client';
import type { GroupType } from '@headland/contracts/access';
import { type OrganizationDetail, organizations } from '@headland/contracts/organization';
import { users } from '@headland/contracts/user';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useMedia } from '../../lib/use-media';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { HeardTitle, Page, PageHead } from '../../ui/panel';
import { SplitView } from '../../ui/split-view';
import { Tabs } from '../../ui/tabs';
import { TreePicker } from '../../ui/tree-select';
import { FleetClients } from '../../ownership/fleet-api/fleet-clients';
import { OrganizationList } from './organization-list';
import { OrganizationPanel } from './organization-panel';
import { OrganizationTree } from './organization-tree';
import { UserList } from './user-list';
import { UserPanel } from './user-panel';
import { type Tab, useScreen } from './use-screen';

const apiAccess = (o: OrganizationDetail): ReactNode => (
  <FleetClients
    endpoints={organizationFleetClients}
    owner={{ kind: 'organization', id: o.id }}
    frame="section"
    closed={o.refused.change !== null}
  />
);

/** The tree of organisations, their members as lists, and a detail panel beside them. */
export function OrganizationPage() {
  const { t } = useI18n();
  const can = useCan();
  const screen = useScreen();
  const wide = useMedia('(min-width: 1024px)');
  const { data: tree = none } = useQuery(query(organizations.tree, {}));
  const nodes = useMemo(() => tree.map((o) => ({ ...o, label: o.name })), [tree]);
  const { shown, underId, tab } = screen;
  const under = tree.find((o) => o.id === underId);
  const openUnder = (): void => under && screen.show({ kind: 'org', id: under.id, edit: false });
  const tabs = (
    <Tabs<Tab>
      label={t('organization.tabs')}
      value={tab}
      onChange={screen.setTab}
      choices={[
        { value: 'organizations', label: t('organization.tab.organizations') },
        { value: 'users', label: t('organization.tab.users') },
      ]}
    />
  );
  const panel =
    shown === null ? null : shown.kind === 'org' ? (
      <OrganizationPanel key={`org-${shown.id}`} shown={shown} screen={screen} more={apiAccess} />
    ) : (
      <UserPanel key={`user-${shown.id}`} shown={shown} screen={screen} />
    );
  // where a panel replaces the list, it also replaces the headings above it
  const head = { base: panel ? 'none' : 'contents', xl: 'contents' };
  return (
    <Page
      head={
        <>
          {panel && <HeardTitle>{t('screen.organization')}</HeardTitle>}
          <chakra.div display={head}>
            <PageHead
              title={t('screen.organization')}
              tabs={tabs}
              total={wide ? <Under name={under?.name} type={under?.type} onOpen={openUnder} /> : undefined}
            >
              {can(organizations.create.allow) && (
                <Button icon={<Plus size={15} />} onClick={() => screen.show({ kind: 'org', id: 0, edit: true })}>
                  {t('organization.new')}
                </Button>
              )}
              {can(users.create.allow) && (
                <Button
                  kind="primary"
                  icon={<Plus size={15} />}
                  onClick={() => screen.show({ kind: 'user', id: 0, edit: true })}
                >
                  {t('user.new')}
                </Button>
              )}
            </PageHead>
          </chakra.div>
        </>
      }
    >
      <chakra.div
        flex="1"
        minH="0"
        display="grid"
        gridTemplateRows="minmax(0,1fr)"
        gridTemplateColumns={wide ? '288px minmax(0,1fr)' : 'minmax(0,1fr)'}
        borderTop="1px solid"
        borderColor="line"
      >
        {wide && (
          <chakra.section
            aria-label={t('organization.tree')}
            display="flex"
            flexDirection="column"
            minH="0"
            minW="0"
            bg="surface"
            borderRight="1px solid"
            borderColor="lineStrong"
          >
            <OrganizationTree tree={tree} screen={screen} />
          </chakra.section>
        )}
        <Flex direction="column" minH="0" minW="0">
          {!wide && (
            <chakra.div display={head}>
              <Flex align="center" gap="2" px="4" pt="2.5" pb="0.5" minH="11" flexShrink={0}>
                <TreePicker
                  label={t('organization.tree')}
                  nodes={nodes}
                  selectedId={underId}
                  onSelect={(o) => screen.choose(o.id)}
                  trigger={
                    <Button
                      aria-label={`${t('organization.tree')}: ${under?.name ?? t('organization.all')}`}
                      minW="0"
                      flexShrink={1}
                      maxW="60vw"
                    >
                      <chakra.span truncate>{under?.name ?? t('organization.all')}</chakra.span>
                      <ChevronDown size={13} aria-hidden />
                    </Button>
                  }
                  foot={(close) => (
                    <Button
                      kind="quiet"
                      onClick={() => {
                        screen.choose(null);
                        close();
                      }}
                    >
                      {t('organization.all')}
                    </Button>
                  )}
                />
                <Under type={under?.type} onOpen={openUnder} />
              </Flex>
            </chakra.div>
          )}
          <SplitView
            width="440px"
            detail={panel}
            list={tab === 'users' ? <UserList screen={screen} /> : <OrganizationList screen={screen} />}
          />
        </Flex>
      </chakra.div>
    </Page>
  );
}

/** What is chosen in the tree: its name, where the tree itself does not name it beside, its type and its details. */
function Under({ name, type, onOpen }: { name?: string | undefined; type: GroupType | undefined; onOpen: () => void }) {
  const { t } = useI18n();
  if (type === undefined) return null;
  return (
    <Flex as="span" display="inline-flex" align="center" gap="2" minW="0">
      {name !== undefined && (
        <chakra.b textStyle="strong" color="ink" truncate maxW="200px">
          {name}
        </chakra.b>
      )}
      <chakra.span color="ink3" textStyle="dense" whiteSpace="nowrap">
        {t(`groupType.${type}`)}
      </chakra.span>
      <Button kind="link" onClick={onOpen}>
        {t('organization.details')}
      </Button>
    </Flex>
  );
}

const none: never[] = [];
