import { chakra } from '@chakra-ui/react';
import { diagnosis } from '@headland/contracts/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { EmptyState } from '../../ui/states';
import { isRunnable, nearestFirst, TestList } from './test-list';
import { TestPanel } from './test-panel';
import { useDefinition } from './use-definition';
import type { Session } from './use-session';

/**
 * All tests of this machine, recommendations, and the open one: `?test=`. A running test is always the open one. Coming
 * from a fault (`?code=`) its tests are first, even before a connect.
 */
export function TestsTab({ session }: { session: Session }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { test: asked, code } = useSearch({ strict: false }) as Search;
  const { data } = useQuery(query(diagnosis.get, { params: { id: session.vehicleId } }));
  const id =
    session.test?.test ?? (typeof asked === 'string' && isRunnable(asked) ? asked : (session.result?.test ?? null));
  const { definition, vin } = useDefinition(session, id);
  const proposed = nearestFirst(session.view?.proposed ?? data?.proposed ?? [], typeof code === 'string' ? code : null);
  const panel = useRef<HTMLDivElement>(null);
  // scrolls to its head, with purpose and conditions
  const open = (test: string): void =>
    void navigate({ to: '.', search: (old: Search) => ({ ...old, test }), replace: true }).then(() =>
      panel.current?.scrollIntoView({ block: 'start' }),
    );
  // while a test runs no other can be chosen: its charts, conditions, steps and findings have the room
  const chooses = session.test === null;
  return (
    <chakra.div
      display="grid"
      gap="3"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: chooses ? '280px minmax(0,1fr)' : 'minmax(0,1fr)' }}
    >
      {chooses && <TestList session={session} proposed={proposed} openId={id} onOpen={open} />}
      <chakra.div ref={panel} minW="0" scrollMarginTop="3">
        {definition === null ? (
          <EmptyState title={t('tests.choose')} text={t('tests.chooseText')} />
        ) : (
          <TestPanel key={definition.id} session={session} definition={definition} vin={vin} onOpen={open} />
        )}
      </chakra.div>
    </chakra.div>
  );
}
