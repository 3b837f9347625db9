import type { StoredContentImage } from '@headland/contracts/content';
import { useRef, useState } from 'react';
import { Chevron } from '../frame';
import { useTexts } from '../language';
import { Picture } from './picture';

/** Pictures side by side: swiped, or moved by buttons. */
export function PictureRow({ pictures }: { pictures: readonly StoredContentImage[] }) {
  const { t } = useTexts();
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const last = pictures.length - 1;
  const moved = (): void => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {};
    setAt(Math.round(scrollLeft / clientWidth));
  };
  const show = (next: number): void => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.current?.scrollTo({ left: next * row.current.clientWidth, behavior: still ? 'instant' : 'smooth' });
  };
  return (
    <section className="pictures" aria-label={t('appContent.pictures')}>
      {/* a region that scrolls is reached by keys, too */}
      <ul ref={row} tabIndex={last > 0 ? 0 : undefined} onScroll={moved}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <Picture {...picture} />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className="steps">
          <button
            type="button"
            className="icon"
            aria-label={t('appContent.previous')}
            disabled={at === 0}
            onClick={() => show(at - 1)}
          >
            <Chevron />
          </button>
          <span className="num" aria-live="polite">
            {t('appContent.picture', { n: at + 1, of: pictures.length })}
          </span>
          <button
            type="button"
            className="icon"
            aria-label={t('appContent.next')}
            disabled={at === last}
            onClick={() => show(at + 1)}
          >
            <Chevron right />
          </button>
        </div>
      )}
    </section>
  );
}
