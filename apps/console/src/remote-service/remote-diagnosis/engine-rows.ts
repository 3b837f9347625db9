import { engineInfoFields, type EngineInfo } from '@headland/contracts/device/diagnosis';

/** What an engine said of itself, under the names that the units give it. */
export const engineRows = (info: EngineInfo): [string, string][] =>
  engineInfoFields.flatMap((f): [string, string][] => (info[f] === undefined ? [] : [[f, String(info[f])]]));
