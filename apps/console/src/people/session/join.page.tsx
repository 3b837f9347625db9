import { chakra } from '@chakra-ui/react';
import { session as endpoints } from '@headland/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { ErrorState, Skeleton } from '../../ui/states';
import { JoinForm, joinWidth } from './join-form';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { query } from '../../lib/session/session';

/** Sign-up by the e-mailed link: good for a day and once. */
export function JoinPage() {
  const { t, problemLine } = useI18n();
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const wellFormed = endpoints.invitation.body.safeParse({ token }).success;
  const { data, error, refetch } = useQuery({
    ...query(endpoints.invitation, { body: { token } }),
    enabled: wellFormed,
    // What was filled in stays even when the link runs out while typing: saving shows the error.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const refusal = wellFormed ? error : new Problem('LINK_INVALID');
  const navigate = useNavigate();
  const used = refusal instanceof Problem && refusal.code === 'LINK_USED';
  useEffect(() => {
    if (used) void navigate({ to: '/login', search: { reason: 'linkUsed' }, replace: true });
  }, [used, navigate]);
  return (
    <PublicPage title={t('join.title')}>
      {data ? (
        <JoinForm token={token} invitation={data} />
      ) : (
        <PublicCard title={t('join.title')} width={joinWidth}>
          {refusal === null || used ? (
            <Skeleton rows={6} />
          ) : refusal instanceof Problem && (refusal.code === 'LINK_EXPIRED' || refusal.code === 'LINK_INVALID') ? (
            <>
              <Notice kind="bad">{problemLine(refusal)}</Notice>
              <chakra.p textStyle="dense" color="ink2">
                {t('join.askAgain')}
              </chakra.p>
              <PublicLinks>
                <Link to="/login">{t('public.toLogin')}</Link>
              </PublicLinks>
            </>
          ) : (
            <ErrorState error={refusal} onRetry={() => void refetch()} />
          )}
        </PublicCard>
      )}
    </PublicPage>
  );
}
