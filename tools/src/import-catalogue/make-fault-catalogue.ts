import { fmiPhrase } from '@headland/domain/fault-catalogue-fmi';
import type { FaultRecord } from '@headland/domain/fault-catalogue-load';
import { ECU, faultRows, type FaultRow, type Signal } from './fault-rows';

/** The shipped catalogue out of the table of rows: a name is part + FMI phrase, so that Korean and English stay consistent over 150 codes. */
export const makeFaultCatalogue = (rows: FaultRow[] = faultRows): FaultRecord[] =>
  rows
    .flatMap((row) => row.signals.map((signal, at) => record(row, signal, at)))
    .sort((a, b) => a.code.localeCompare(b.code));

const record = (row: FaultRow, signal: Signal, at: number): FaultRecord => {
  const severity = signal.severity ?? row.severity;
  const partKo = signal.partKo ?? row.partKo;
  const partEn = signal.partEn ?? row.partEn;
  const phrase = fmiPhrase(signal.fmi);
  return {
    code: `E${String(row.from + at).padStart(4, '0')}`,
    spn: signal.spn,
    fmi: signal.fmi,
    sa: signal.sa ?? row.sa ?? ECU,
    nameKo: signal.ko ?? `${partKo} ${phrase.ko}`,
    nameEn: signal.en ?? `${partEn} ${phrase.en}`,
    system: row.system,
    part: signal.part ?? row.part,
    partKo,
    partEn,
    kind: signal.kind ?? row.kind,
    severity,
    // red: stop; amber: derate; what is neither shows the engine lamp, comfort faults the protect lamp
    lamp: ({ 1: 'RSL', 2: 'AWL', 3: 'MIL', 4: 'PL' } as const)[severity],
    reaction: severity === 1 ? 'STOP' : (row.reaction ?? (severity === 2 ? 'DERATE' : 'NONE')),
    inducementGroup: row.group ?? null,
    causes: row.causes,
    checks: signal.checks ?? row.checks ?? [],
    actionKo: signal.actionKo ?? row.actionKo,
    actionEn: signal.actionEn ?? row.actionEn,
    actionTech: [step(signal.kind ?? row.kind, signal.fmi), row.tech].filter(Boolean).join('. '),
    consequenceOf: (signal.consequenceOf ?? row.consequenceOf ?? []).filter((code) => sameFailure(code, row, signal)),
    selfCuring: row.selfCuring ?? false,
    version: 1,
    source: 'own',
  };
};

/** A dead 5 V supply shows as a circuit fault (FMI 3, 4) of its sensors, not as an erratic signal. */
const sameFailure = (cause: string, row: FaultRow, signal: Signal): boolean =>
  !(/^E0(439|44[0-2])$/.test(cause) && row.kind === 'SENSOR' && ![3, 4].includes(signal.fmi));

const step = (kind: FaultRecord['kind'], fmi: number): string | null => {
  if (kind === 'SENSOR')
    return (
      (
        {
          2: 'Wiggle connector and harness with the value in view',
          3: 'Key off, unplug: signal wire free of voltage, ground below 0.5 Ω',
          4: 'Key off, unplug: signal wire free of ground, supply present',
        } as Record<number, string>
      )[fmi] ?? null
    );
  if (kind === 'COMM') return fmi === 9 ? 'Supply, ground and CAN pair at the unit' : null;
  if (kind === 'PERFORMANCE') return null;
  return (
    (
      {
        3: 'Look for a short to supply',
        4: 'Look for a short to ground',
        5: 'Look for an open circuit: fuse, connector, coil',
        6: 'Look for a short between the wires or a seized part',
        7: 'Move the part by hand: stuck or broken',
      } as Record<number, string>
    )[fmi] ?? null
  );
};
