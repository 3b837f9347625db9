import { diagnosis } from '@headland/contracts/diagnosis';
import { definitionOf, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/session/session';
import type { Session } from './use-session';
import { useTestCatalogue } from './use-test-catalogue';

/** A test or a write as it is run on this machine, with its name; null: none. */
export function useDefinition(
  { vehicleId, view }: Pick<Session, 'vehicleId' | 'view'>,
  id: string | null,
): { definition: TestDefinition | null; vin: string } {
  const catalogue = useTestCatalogue();
  const { data } = useQuery(query(diagnosis.get, { params: { id: vehicleId } }));
  const { model, vin } = data?.vehicle ?? { model: null, vin: '' };
  const info = view?.info ?? data?.info ?? null;
  const definition = useMemo(
    () =>
      id === null
        ? null
        : definitionOf(
            id,
            { model, engineType: info?.engine_type ?? null, hwVariant: info?.hw_variant ?? null },
            catalogue,
          ),
    [id, model, info?.engine_type, info?.hw_variant, catalogue],
  );
  return { definition, vin };
}
