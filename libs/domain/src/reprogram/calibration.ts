import { type ProgramIdentity } from './program-header';
import type { CalibrationRule } from './program-profile';

/**
 * Whether a program may replace one with this calibration, by the first matching rule; without one, only the same
 * calibration.
 */
export function calibrationFits(
  file: Omit<ProgramIdentity, 'version'>,
  present: string,
  rules: readonly CalibrationRule[],
): boolean {
  const rule = rules.find(
    ({ match }) => (match.target ?? file.target) === file.target && (match.variant ?? file.variant) === file.variant,
  );
  return present === file.calibration || (rule !== undefined && isCompatible(file.calibration, present, rule));
}

function isCompatible(a: string, b: string, rule: CalibrationRule): boolean {
  switch (rule.by) {
    case 'any':
      return true;
    case 'same':
      return false;
    case 'beforeLast':
      return family(a, rule.separator) === family(b, rule.separator);
    case 'first':
      return a.slice(0, rule.characters) === b.slice(0, rule.characters);
    case 'groups':
      return rule.groups.some((group) => group.includes(a) && group.includes(b));
  }
}

/** Without the separator the whole text is the family. */
const family = (calibration: string, separator: string): string => {
  const at = calibration.lastIndexOf(separator);
  return at < 0 ? calibration : calibration.slice(0, at);
};
