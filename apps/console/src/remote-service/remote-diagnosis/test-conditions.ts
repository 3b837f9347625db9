import type { ItemValues } from '@headland/contracts/device/diagnosis';
import { type ConditionNow, gatesNow } from '@headland/domain/diagnosis/gates';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { rangeLabel, type DiagnosisFormatter, measure } from '@headland/i18n/diagnosis-labels';
import { isMessageKey } from '@headland/i18n/catalogue';

/** The current conditions of a test, by the same rule as server and device; one row for each item and its bounds. */
export function conditionsNow(d: Pick<TestDefinition, 'gates' | 'gateLimits'>, live: ItemValues): ConditionNow[] {
  const seen = new Set<string>();
  return gatesNow(d.gates, live, d.gateLimits).filter((c) => {
    const key = `${c.item} ${c.min} ${c.max}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The condition: "Parking brake on", "Battery voltage ≥ 12.40 V". */
export function conditionLabel(s: DiagnosisFormatter, c: ConditionNow): string {
  if (c.item === 'engine.rpm') return s.t(c.max === 0 ? 'diagGate.stopped' : 'diagGate.idles');
  const known = s.item(c.item);
  const key = `diagGate.${c.item}`;
  const name = isMessageKey(key) ? s.t(key) : (known?.name ?? c.item);
  return isFlag(c) || isMessageKey(key)
    ? name
    : `${name} ${rangeLabel(c.min, c.max, (v) => measure(s, v, known?.unit ?? '', known?.digits ?? 1))}`;
}

/** The current value; null if it is no more than OK. */
export function valueNow(s: DiagnosisFormatter, c: ConditionNow): string | null {
  if (c.value === null || isFlag(c)) return null;
  const known = s.item(c.item);
  return s.t('diagGate.now', { value: measure(s, c.value, known?.unit ?? '', known?.digits ?? 1) });
}

const isFlag = ({ item }: ConditionNow): boolean =>
  item === 'key' || item === 'brake.park' || item === 'gear.neutral' || item === 'implement.down';
