import type { Language } from '@headland/i18n/messages';
import { type ReactNode, useEffect } from 'react';
import { setLanguage, useTexts } from './language';
import { cameFromWithin } from './route';

const names: Record<Language, string> = { ko: '한국어', en: 'English' };

/** Title, language, and the cards of a page. The title never names a token or a person: histories keep it. */
export function Frame({ title, busy = false, children }: { title: string; busy?: boolean; children: ReactNode }) {
  const { t, language } = useTexts();
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  return (
    <div className="page">
      <header className="bar">
        {cameFromWithin() && (
          <button type="button" className="icon" aria-label={t('embedded.back')} onClick={() => history.back()}>
            <Chevron />
          </button>
        )}
        <h1>{title}</h1>
        <fieldset className="languages">
          <legend className="sr">{t('embedded.language')}</legend>
          {(['ko', 'en'] as const).map((each) => (
            <label key={each} data-on={each === language}>
              <input
                type="radio"
                name="language"
                className="sr"
                checked={each === language}
                onChange={() => setLanguage(each)}
              />
              {names[each]}
            </label>
          ))}
        </fieldset>
      </header>
      <main aria-busy={busy}>{children}</main>
    </div>
  );
}

export const Chevron = ({ right = false }: { right?: boolean }) => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={right ? 'm9 6 6 6-6 6' : 'm15 6-6 6 6 6'} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
