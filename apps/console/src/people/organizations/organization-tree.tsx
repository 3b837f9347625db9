import { chakra, Flex } from '@chakra-ui/react';
import { organizations, type OrganizationBranch, type OrganizationNode } from '@headland/contracts/organization';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, Tractor, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { useSettled } from '../../lib/use-settled';
import { ErrorState, Skeleton } from '../../ui/states';
import { Tree } from '../../ui/tree';
import { ancestorsOf, shapeOf } from '../../ui/tree-shape';
import type { ScreenState } from './use-screen';

/** The tree with its counts, read as it is opened; a search finds by name or ERP code. `tree` has the position of each node. */
export function OrganizationTree({ tree, screen }: { tree: readonly OrganizationNode[]; screen: ScreenState }) {
  const { t, number } = useI18n();
  const { underId } = screen;
  const [text, setText] = useState('');
  const typed = text.trim();
  const search = useSettled(typed, typed === '' ? 0 : 250);
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(new Map());
  const open = useMemo(() => openIn(tree, underId, turned), [tree, underId, turned]);
  const branches = useQuery({
    ...query(organizations.branches, { query: search === '' ? { open: [...open] } : { search } }),
    enabled: search !== '' || tree.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = search !== '';
  const nodes = useMemo(() => nodesOf(branches.data ?? [], found), [branches.data, found]);
  const note = (o: OrganizationBranch) => (
    <>
      <span className="sr">{t('organization.counts', { users: o.allUsers, vehicles: o.allVehicles })}</span>
      <chakra.span
        aria-hidden
        className="num"
        css={countCss}
        title={t('organization.countsOwn', { users: o.users, vehicles: o.vehicles })}
      >
        <span>{number(o.allUsers)}</span>
        <span>{number(o.allVehicles)}</span>
      </chakra.span>
    </>
  );
  return (
    <>
      <Flex
        as="label"
        align="center"
        gap="2"
        px="3"
        h="11"
        flexShrink={0}
        borderBottom="1px solid"
        borderColor="line"
        color="ink3"
      >
        <Search size={14} aria-hidden />
        <chakra.input
          type="search"
          flex="1"
          minW="0"
          h="full"
          border="0"
          outline="0"
          bg="transparent"
          color="ink"
          textStyle="dense"
          aria-label={t('organization.find')}
          placeholder={t('organization.find')}
          maxLength={40}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </Flex>
      <Flex
        align="center"
        gap="1"
        pl="3"
        pr="3"
        h="8"
        flexShrink={0}
        borderBottom="1px solid"
        borderColor="line"
        bg="sunken"
        color="ink3"
      >
        <chakra.button
          type="button"
          flex="1"
          textAlign="left"
          textStyle="label"
          aria-pressed={underId === null}
          css={{
            '&[aria-pressed=true]': { color: 'var(--accent)', fontWeight: 600 },
            '&:hover': { color: 'var(--ink)' },
          }}
          onClick={() => screen.choose(null)}
        >
          {t('organization.all')}
        </chakra.button>
        <chakra.span css={countCss} title={t('organization.countsTitle')}>
          <span>
            <UsersRound size={13} aria-label={t('organization.tab.users')} role="img" />
          </span>
          <span>
            <Tractor size={13} aria-label={t('organization.vehicles')} role="img" />
          </span>
        </chakra.span>
      </Flex>
      <chakra.div flex="1" minH="0" overflowY="auto">
        {branches.isError && !branches.data ? (
          <ErrorState error={branches.error} onRetry={() => void branches.refetch()} />
        ) : branches.isPending ? (
          <Skeleton rows={8} height={32} />
        ) : nodes.length === 0 ? (
          <chakra.p p="4" textStyle="dense" color="ink3" textAlign="center" role="status">
            {t(found ? 'tree.none' : 'organization.empty')}
          </chakra.p>
        ) : (
          <Tree
            label={t('organization.tree')}
            nodes={nodes}
            selectedId={underId}
            onSelect={(o) => screen.choose(o.id)}
            note={note}
            open={found ? new Set(nodes.map((n) => n.id)) : open}
            onTurn={(id, on) => setTurned(new Map([...turned, [id, on]]))}
          />
        )}
      </chakra.div>
    </>
  );
}

type Node = OrganizationBranch & { label: string; keywords: string | null };
/** Of a search only what it shows can be opened: it shows the way to what it has found, not all that is below. */
function nodesOf(branches: readonly OrganizationBranch[], found: boolean): Node[] {
  const shown = (id: number) => branches.filter((b) => b.parentId === id).length;
  return branches.map((b) => ({
    ...b,
    label: b.name,
    keywords: b.erpCode,
    hit: found && b.hit,
    ...(found ? { children: shown(b.id) } : {}),
  }));
}

/** The topmost and the way to the chosen one are open, unless turned by hand; children of a closed branch are not requested. */
function openIn(
  tree: readonly OrganizationNode[],
  chosen: number | null,
  turned: ReadonlyMap<number, boolean>,
): ReadonlySet<number> {
  const shape = shapeOf(tree.map((o) => ({ ...o, label: o.name })));
  const wanted = [
    ...shape.roots.map((o) => o.id),
    ...ancestorsOf(shape, chosen),
    ...[...turned].filter(([, on]) => on).map(([id]) => id),
  ];
  const open = new Set(wanted.filter((id) => shape.byId.has(id) && turned.get(id) !== false).sort((a, b) => a - b));
  return new Set([...open].filter((id) => ancestorsOf(shape, id).every((above) => open.has(above))));
}

const countCss = {
  display: 'inline-grid',
  gridTemplateColumns: '34px 46px',
  textAlign: 'right',
  fontSize: '12px',
  fontWeight: 400,
  color: 'var(--ink-3)',
  flexShrink: 0,
  '& svg': { display: 'inline' },
} as const;
