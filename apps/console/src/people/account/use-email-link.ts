import { emailTokenParam, myInfo } from '@headland/contracts/my-info';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { toast } from '../../ui/toast';

/** The link of a new e-mail address leads to this panel: its token leaves the address at once and is used, once. */
export function useEmailLink(): void {
  const { t, problemLine } = useI18n();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { [emailTokenParam]: token } = useSearch({ strict: false }) as Record<string, unknown>;
  useEffect(() => {
    if (typeof token !== 'string' || used.has(token)) return;
    used.add(token);
    void navigate({
      to: '.',
      search: ({ [emailTokenParam]: _, ...rest }: Record<string, unknown>) => rest,
      replace: true,
    });
    call(myInfo.confirmEmail, { body: { token } }).then(
      async (info) => {
        const { queryKey } = query(myInfo.get);
        // the panel's own reading may be on its way, and would put the old address back
        await cache.cancelQueries({ queryKey });
        cache.setQueryData(queryKey, info);
        toast(t('myInfo.emailConfirmed'));
      },
      (error: unknown) => toast(problemLine(error), 'now'),
    );
  }, [token, navigate, cache, t, problemLine]);
}
const used = new Set<string>();
