import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem } from '../../lib/call';
import { safeRedirect } from '../../lib/guard';
import { useI18n } from '../../lib/i18n';
import { stringifySearch } from '../../lib/search';
import { finishSignOn } from '../../lib/session/session';
import { takeSignOn } from '../../lib/session/sign-on';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';

/** Where the company's directory sends the browser back to, with its answer in the address. */
export function SignOnPage() {
  const { t, problemLine } = useI18n();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Problem | null>(null);
  const query = stringifySearch(useSearch({ strict: false })).slice(1);
  useEffect(() => {
    const begun = takeSignOn(query);
    const finish = async (): Promise<void> => {
      if (begun === null) throw new Problem('SSO_OVER');
      await finishSignOn(begun.state, query);
      await navigate({ href: safeRedirect(begun.redirect), replace: true });
    };
    finish().catch((error: unknown) => setFailure(error instanceof Problem ? error : new Problem('INTERNAL')));
  }, [query, navigate]);
  return (
    <PublicPage title={t('signOn.title')}>
      <PublicCard title={t('signOn.title')} text={failure === null ? t('signOn.text') : undefined}>
        {failure !== null && <Notice kind="bad">{problemLine(failure)}</Notice>}
        <PublicLinks>
          <Link to="/login">{t('public.toLogin')}</Link>
        </PublicLinks>
      </PublicCard>
    </PublicPage>
  );
}
