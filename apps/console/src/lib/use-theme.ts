import { useStored } from './session/store';
import { useMedia } from './use-media';

/** The theme on the screen: the chosen one, or that of the system, also when that changes in the evening. Paper is light. */
export function useTheme(): 'light' | 'dark' {
  const [chosen] = useStored('theme');
  const dark = useMedia('(prefers-color-scheme: dark)', false);
  const printed = useMedia('print', false);
  if (printed) return 'light';
  return chosen === 'system' ? (dark ? 'dark' : 'light') : chosen;
}
