import { useBriefText } from '../lib/clock';

/** Time only for today, otherwise with the date; for cells, which cannot call a hook. */
export function BriefTime({ at }: { at: string }) {
  const brief = useBriefText();
  return <>{brief(at)}</>;
}
