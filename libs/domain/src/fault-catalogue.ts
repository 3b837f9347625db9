import { severities, type Severity } from '@headland/contracts/fault';
import type { Place } from '@headland/contracts/shared-shapes';
import shipped from './fault-catalogue.json' with { type: 'json' };
import { fmiPhrase } from './fault-catalogue-fmi';
import { parseFaultCatalogue, type FaultCatalogue, type FaultRecord, type FaultSystem } from './fault-catalogue-load';

export { FaultCatalogueProblem, parseFaultCatalogue } from './fault-catalogue-load';
export type { FaultCatalogue, FaultKind, FaultRecord, FaultSystem } from './fault-catalogue-load';

export type FaultMeaning = {
  name: Place;
  part: Place;
  system: FaultSystem | null;
  severity: Severity;
  /** first steps for the driver or the clerk on the phone */
  whatToDo: Place | null;
  /** false: not in the catalogue, shown as received */
  known: boolean;
};

/** The catalogue that ships with the product. */
export const faultCatalogue: FaultCatalogue = parseFaultCatalogue(shipped);

/** E0486 none, E0511 no status value, E0512 no applicable error: a device reports them, but nothing is wrong. */
export const notFaults = ['E0486', 'E0511', 'E0512'] as const;
export const isNotAFault = (faultCode: string): boolean => (notFaults as readonly string[]).includes(faultCode);

export type LookUpFault = (
  faultCode: string,
  spn?: number | null,
  fmi?: number | null,
  lamp?: string | null,
) => FaultMeaning;

/** Looks codes up in a given catalogue; the lamp of the message wins if it is more severe. */
export const faultLookUp = (catalogue: FaultCatalogue): LookUpFault => {
  const partBySpn = new Map(catalogue.records.map((r) => [r.spn, { ko: r.partKo, en: r.partEn }]));
  return (faultCode, spn = null, fmi = null, lamp = null) => {
    const found = catalogue.byCode.get(faultCode);
    if (!found) {
      const part = (spn === null ? undefined : partBySpn.get(spn)) ?? null;
      return {
        name: rawName(spn, fmi),
        part: part ?? rawPart(spn),
        system: null,
        severity: byLamp(lamp),
        whatToDo: null,
        known: false,
      };
    }
    return {
      name: { ko: found.nameKo, en: found.nameEn },
      part: { ko: found.partKo, en: found.partEn },
      system: found.system,
      severity: worse(graded(found.severity), byLamp(lamp)),
      whatToDo: { ko: found.actionKo, en: found.actionEn },
      known: true,
    };
  };
};
export const lookUpFault: LookUpFault = faultLookUp(faultCatalogue);

const graded = (severity: FaultRecord['severity']): Severity =>
  severity === 1 ? 'critical' : severity === 2 ? 'major' : 'minor';
const byLamp = (lamp: string | null): Severity => (lamp === 'RSL' ? 'critical' : lamp === 'AWL' ? 'major' : 'minor');
const worse = (a: Severity, b: Severity): Severity => (severities.indexOf(a) <= severities.indexOf(b) ? a : b);

/** The received code is the name; the code itself is written before every name. */
const rawName = (spn: number | null, fmi: number | null): Place => {
  const nameOr = (phrase: string | null, unknown: string): string =>
    [
      spn === null ? null : `SPN ${spn}`,
      fmi === null ? null : phrase === `FMI ${fmi}` ? phrase : `FMI ${fmi} ${phrase}`,
    ]
      .filter(Boolean)
      .join(', ') || unknown;
  const phrase = fmi === null ? null : fmiPhrase(fmi);
  return { ko: nameOr(phrase?.ko ?? null, '알 수 없는 코드'), en: nameOr(phrase?.en ?? null, 'Unknown code') };
};
const rawPart = (spn: number | null): Place =>
  spn === null ? { ko: '알 수 없음', en: 'Unknown' } : { ko: `SPN ${spn}`, en: `SPN ${spn}` };
