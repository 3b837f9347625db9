import type { AgeStyle } from '../lib/age';
import { serverNow, useFromNow } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { momentText } from '../lib/time';

interface AgeProps {
  /** ISO 8601, or epoch ms; null shows – */
  since: string | number | null;
  /** where it stopped counting; null: still running */
  until?: string | number | null;
  style?: AgeStyle;
  /** "4 s ago" */
  ago?: boolean;
}

/** How long ago, counting each second on the page's one clock; the exact moment on hover. */
export function Age({ since, until = null, style = 'words', ago = false }: AgeProps) {
  const { age, t } = useI18n();
  const from = since === null ? null : new Date(since).getTime();
  // The shared second may lag the time that is shown by a fraction: the later of both, so that no age is negative.
  const text = useFromNow((now) =>
    from === null
      ? ''
      : age((until === null ? Math.max(now, Math.min(from, serverNow())) : new Date(until).getTime()) - from, style),
  );
  if (from === null) return <span>–</span>;
  return (
    <time dateTime={new Date(from).toISOString()} title={momentText(from)}>
      {ago ? t('age.ago', { age: text }) : text}
    </time>
  );
}
