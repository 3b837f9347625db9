import type { ReactNode } from 'react';
import { Refusal } from './client';
import { useTexts } from './language';

/** The token was refused: the page was not opened by the app, or its address was edited. */
const notFromApp = ['NO_TOKEN', 'BAD_TOKEN', 'E0105', 'FORBIDDEN'];

/** What went wrong in words, and another try where that may help; `instead`: what to do where it does not. */
export function ErrorCard({ error, onRetry, instead }: { error: unknown; onRetry?: () => void; instead?: ReactNode }) {
  const { t } = useTexts();
  const refusal = error instanceof Refusal ? error : new Refusal('NETWORK');
  const text = notFromApp.includes(refusal.code)
    ? t('embedded.fromApp')
    : refusal.code === 'E0802'
      ? t('embedded.expired')
      : refusal.code === 'NOT_FOUND'
        ? t('embedded.notFound')
        : (refusal.text ?? t('embedded.offline'));
  const final = instead !== undefined || [...notFromApp, 'E0802', 'NOT_FOUND'].includes(refusal.code);
  return (
    <section className="card message" role="alert">
      <h2>{text}</h2>
      {instead}
      {!final && onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {t('embedded.retry')}
        </button>
      )}
      {!final && refusal.reference && (
        <p className="quiet num">
          {refusal.code} · {refusal.reference}
        </p>
      )}
    </section>
  );
}

export const FromApp = () => <ErrorCard error={new Refusal('NO_TOKEN')} />;

export function Message({ children }: { children: string }) {
  return (
    <section className="card message">
      <p>{children}</p>
    </section>
  );
}

export function Loading() {
  const { t } = useTexts();
  return (
    <section className="card" role="status" aria-label={t('embedded.loading')}>
      {['55%', '80%', '65%', '40%'].map((width) => (
        <span key={width} className="bone" style={{ width }} />
      ))}
    </section>
  );
}
