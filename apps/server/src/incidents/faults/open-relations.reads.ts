import type { FaultRow } from '@headland/contracts/fault';
import type { FaultCatalogue } from '@headland/domain/fault-catalogue';
import { relationsAmong } from '@headland/domain/fault-relations';
import type { Tx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';
import { inScope, type Scope } from '../../platform/caller';

export type OpenRelations = Pick<FaultRow, 'primaries' | 'consequences'>;
const none: OpenRelations = { primaries: [], consequences: 0 };

/**
 * Relations between open reports of the same vehicle: report → its primary faults and the number of its consequences.
 * The caller has checked the scope.
 */
export async function openRelations(
  tx: Tx,
  scope: Scope,
  reports: readonly { id: number; vehicle_id: number | null; code: string }[],
  catalogue: FaultCatalogue,
): Promise<(id: number) => OpenRelations> {
  const vehicles = [...new Set(reports.flatMap((r) => r.vehicle_id ?? []))];
  if (vehicles.length === 0) return () => none;
  const parameters: unknown[] = [vehicles];
  const open = await tx.query<{ id: number; vehicle_id: number; code: string }[]>(
    `SELECT f.id, f.vehicle_id, f.code FROM fault_report f WHERE f.vehicle_id = ANY($1) AND ${faultIsOpen('f')} AND ${inScope(scope, 'f.organization_id', parameters)} ORDER BY f.id`,
    parameters,
  );
  const found = new Map<number, OpenRelations>();
  for (const report of reports) {
    const others = open.filter((o) => o.vehicle_id === report.vehicle_id && o.id !== report.id);
    if (others.length === 0) continue;
    const its = relationsAmong([report.code, ...others.map((o) => o.code)], catalogue).get(report.code);
    if (its === undefined) continue;
    found.set(report.id, {
      primaries: others.filter((o) => its.primaries.includes(o.code)).map(({ id, code }) => ({ id, code })),
      consequences: others.filter((o) => its.consequences.includes(o.code)).length,
    });
  }
  return (id) => found.get(id) ?? none;
}
