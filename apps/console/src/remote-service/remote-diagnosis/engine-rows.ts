import { engineInfoFields, type EngineInfo } from '@headland/contracts/device/diagnosis';

/** An engine's information, under the units' own names. */
export const engineRows = (info: EngineInfo): [string, string][] =>
  engineInfoFields.flatMap((f): [string, string][] => (info[f] === undefined ? [] : [[f, String(info[f])]]));
