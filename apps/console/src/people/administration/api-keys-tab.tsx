import { type ApiKey, apiKeys } from '@headland/contracts/administration';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../ui/use-action';
import { useMedia } from '../../lib/use-media';
import { type I18n, useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Column } from '../../ui/table';
import { Cut, Moment, Narrow } from './cells';
import { IssueApiKey } from './issue-api-key';
import { PlainTab } from './plain-tab';
import { SecretMark } from '../../ui/secret';

/** Keys of the factory interface: which machine may register vehicles and devices, and when it last did. */
export function ApiKeysTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const can = useCan();
  const wide = useMedia('(min-width: 768px)');
  const result = useQuery(query(apiKeys.list, {}));
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const close = (): void => setRevoking(null);
  const revoke = useAction(apiKeys.revoke, { success: t('apiKey.revoked'), done: close });
  const issue = can(apiKeys.issue.allow) && (
    <Button kind="primary" icon={<Plus size={14} />} onClick={() => setIssuing(true)}>
      {t('apiKey.issue')}
    </Button>
  );
  return (
    <>
      <PlainTab
        tabs={tabs}
        label={t('history.tab.keys')}
        result={result}
        columns={columnsOf(i18n, wide, can(apiKeys.revoke.allow) ? setRevoking : null)}
        issue={issue}
        empty={{ title: t('apiKey.empty'), text: t('apiKey.emptyText') }}
      />
      {issuing && <IssueApiKey onClose={() => setIssuing(false)} />}
      <Dialog
        open={revoking !== null}
        onClose={close}
        title={t('apiKey.revokeTitle', { name: revoking?.name ?? '' })}
        confirm={{
          label: t('secret.revoke'),
          danger: true,
          busy: revoke.busy,
          onConfirm: () => revoking && revoke.run({ params: { id: revoking.id } }),
        }}
      >
        {t('apiKey.revokeText')}
      </Dialog>
    </>
  );
}

function columnsOf({ t }: I18n, wide: boolean, onRevoke: ((key: ApiKey) => void) | null): Column<ApiKey>[] {
  const revoke: Column<ApiKey> = {
    key: 'revoke',
    title: '',
    align: 'right',
    cell: (r) =>
      onRevoke &&
      r.revokedAt === null && (
        <Button
          kind="danger"
          h="7"
          disabled={r.above}
          reason={r.above ? t('error.ISSUED_ABOVE') : undefined}
          aria-label={`${t('secret.revoke')} – ${r.name}`}
          onClick={() => onRevoke(r)}
        >
          {t('secret.revoke')}
        </Button>
      ),
  };
  if (!wide)
    return [
      {
        key: 'apiKey',
        title: t('history.tab.keys'),
        cell: (r) => (
          <Narrow
            height="112px"
            first={<b>{r.name}</b>}
            end={<SecretMark of={r} />}
            second={
              <>
                <span className="num">{r.hint}…</span> ·{' '}
                {r.lastUsedAt === null ? (
                  t('apiKey.never')
                ) : (
                  <>
                    {t('apiKey.lastUsed')} <Age since={r.lastUsedAt} ago />
                  </>
                )}
              </>
            }
          />
        ),
      },
      revoke,
    ];
  return [
    { key: 'name', title: t('apiKey.name'), cell: (r) => <Cut width="260px">{r.name}</Cut> },
    { key: 'state', title: t('secret.state'), cell: (r) => <SecretMark of={r} /> },
    { key: 'hint', title: t('apiKey.hint'), cell: (r) => <span className="num">{r.hint}…</span> },
    { key: 'issuedBy', title: t('secret.issuedBy'), cell: (r) => <Cut width="120px">{r.issuedBy}</Cut> },
    { key: 'issuedAt', title: t('secret.issuedAt'), cell: (r) => <Moment at={r.issuedAt} /> },
    {
      key: 'lastUsed',
      title: t('apiKey.lastUsed'),
      cell: (r) => (r.lastUsedAt === null ? t('apiKey.never') : <Age since={r.lastUsedAt} ago />),
    },
    {
      key: 'address',
      title: t('history.address'),
      cell: (r) => <span className="num">{r.lastUsedAddress ?? '–'}</span>,
    },
    revoke,
  ];
}
