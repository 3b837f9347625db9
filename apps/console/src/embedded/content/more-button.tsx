import { useEffect, useRef } from 'react';
import { useTexts } from '../language';

interface Props {
  /** null: there is no more */
  onMore: (() => void) | null;
  busy: boolean;
}
/** Reads more when one scrolls to it, or presses it. */
export function MoreButton({ onMore, busy }: Props) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  latest.current = busy ? null : onMore;
  const hasMore = onMore !== null;
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
    });
    if (button.current) seen.observe(button.current);
    return () => seen.disconnect();
  }, [hasMore]);
  if (!hasMore) return null;
  return (
    <button ref={button} type="button" className="button plain" aria-busy={busy} onClick={() => latest.current?.()}>
      {t('embedded.more')}
    </button>
  );
}
