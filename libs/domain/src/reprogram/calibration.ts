import { type ProgramIdentity } from './program-header';
import type { CalibrationRule } from './program-profile';

/** Whether a program may take the place of what runs with this calibration, by the first rule that speaks of it; without one, of its own alone. */
export function calibrationFits(
  file: Omit<ProgramIdentity, 'version'>,
  present: string,
  rules: readonly CalibrationRule[],
): boolean {
  const rule = rules.find(
    ({ match }) => (match.target ?? file.target) === file.target && (match.variant ?? file.variant) === file.variant,
  );
  return present === file.calibration || (rule !== undefined && goTogether(file.calibration, present, rule));
}

function goTogether(a: string, b: string, rule: CalibrationRule): boolean {
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

/** Without the separator the whole is its own family. */
const family = (calibration: string, separator: string): string => {
  const at = calibration.lastIndexOf(separator);
  return at < 0 ? calibration : calibration.slice(0, at);
};
