import { diagnosis } from '@headland/contracts/diagnosis';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Search } from '../lib/search';
import { useWords } from '../lib/text';
import { query } from '../session/session';
import { EmptyState } from '../ui/states';
import { chakra } from '@chakra-ui/react';
import { isRunnable, TestList } from './test-list';
import { TestPanel } from './test-panel';
import type { Session } from './use-session';

/** All tests of this machine, what to run next, and the one that is open: `?test=`. The one that runs is always the one that is open. */
export function TestsTab({ session }: { session: Session }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { test: asked } = useSearch({ strict: false }) as Search;
  const { data } = useQuery(query(diagnosis.get, { params: { id: session.vehicleId } }));
  const id = session.test?.test ?? (typeof asked === 'string' && isRunnable(asked) ? asked : (session.result?.test ?? null));
  const { model, vin } = data?.vehicle ?? { model: null, vin: '' };
  const info = session.view?.info ?? data?.info ?? null;
  const definition = useMemo(
    () => (id === null ? null : definitionOf(id, { model, engineType: info?.engine_type ?? null, hwVariant: info?.hw_variant ?? null })),
    [id, model, info?.engine_type, info?.hw_variant],
  );
  const open = (test: string): void => void navigate({ to: '.', search: ((old: Search) => ({ ...old, test })) as never, replace: true });
  return (
    <chakra.div display="grid" gap="3" alignItems="start" gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '280px minmax(0,1fr)' }}>
      <TestList session={session} openId={id} onOpen={open} />
      {definition === null ? (
        <EmptyState title={t('tests.choose')} text={t('tests.chooseText')} />
      ) : (
        <TestPanel key={definition.id} session={session} definition={definition} vin={vin} onOpen={open} />
      )}
    </chakra.div>
  );
}
