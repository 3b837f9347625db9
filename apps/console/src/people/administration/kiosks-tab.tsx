import { type Kiosk, kiosks } from '@headland/contracts/kiosk';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useMedia } from '../../lib/use-media';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Column } from '../../ui/table';
import { Cut, Moment, Narrow } from './cells';
import { IssueKiosk } from './issue-kiosk';
import { PlainTab } from './plain-tab';
import { SecretMark, secretState } from '../../ui/secret';

/** A screen sends a heartbeat once a minute. */
const rereadMs = 15_000;

/** Tokens of wall displays: who sees which part of the fleet on a wall, until when, and who took it away. */
export function KiosksTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const can = useCan();
  const wide = useMedia('(min-width: 768px)');
  const result = useQuery({ ...query(kiosks.list, {}), refetchInterval: rereadMs });
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<Kiosk | null>(null);
  const close = (): void => setRevoking(null);
  const revoke = useAction(kiosks.revoke, { success: t('kiosk.revoked'), done: close });
  const issue = can(kiosks.issue.allow) && (
    <Button kind="primary" icon={<Plus size={14} />} onClick={() => setIssuing(true)}>
      {t('kiosk.issue')}
    </Button>
  );
  return (
    <>
      <PlainTab
        tabs={tabs}
        label={t('history.tab.kiosks')}
        result={result}
        columns={columnsOf(i18n, wide, can(kiosks.revoke.allow) ? setRevoking : null)}
        issue={issue}
        empty={{ title: t('kiosk.empty'), text: t('kiosk.emptyText') }}
      />
      {issuing && <IssueKiosk onClose={() => setIssuing(false)} />}
      <Dialog
        open={revoking !== null}
        onClose={close}
        title={t('kiosk.revokeTitle', { name: revoking?.name ?? '' })}
        confirm={{
          label: t('secret.revoke'),
          danger: true,
          busy: revoke.busy,
          onConfirm: () => revoking && revoke.run({ params: { id: revoking.id } }),
        }}
      >
        {t('kiosk.revokeText', { n: revoking?.screens ?? 0 })}
      </Dialog>
    </>
  );
}

function columnsOf(i18n: I18n, wide: boolean, onRevoke: ((kiosk: Kiosk) => void) | null): Column<Kiosk>[] {
  const { t, number } = i18n;
  const revoke: Column<Kiosk> = {
    key: 'revoke',
    title: '',
    align: 'right',
    cell: (r) =>
      onRevoke &&
      secretState(r, serverNow()) !== 'revoked' && (
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
        key: 'kiosk',
        title: t('history.tab.kiosks'),
        cell: (r) => (
          <Narrow
            height="112px"
            first={<b>{r.name}</b>}
            end={<SecretMark of={r} />}
            second={
              <>
                {r.organization} · {t('kiosk.screens')} {number(r.screens)} · {t('kiosk.ends')}{' '}
                {r.expiresAt === null ? t('kiosk.never') : momentText(r.expiresAt)}
              </>
            }
          />
        ),
      },
      revoke,
    ];
  return [
    { key: 'name', title: t('kiosk.name'), cell: (r) => <Cut width="220px">{r.name}</Cut> },
    { key: 'state', title: t('secret.state'), cell: (r) => <SecretMark of={r} /> },
    { key: 'scope', title: t('kiosk.scope'), cell: (r) => <Cut width="180px">{r.organization}</Cut> },
    { key: 'sound', title: t('kiosk.sound'), cell: (r) => t(r.sound ? 'kiosk.soundYes' : 'kiosk.soundNo') },
    { key: 'issuedBy', title: t('secret.issuedBy'), cell: (r) => <Cut width="120px">{r.issuedBy}</Cut> },
    { key: 'issuedAt', title: t('secret.issuedAt'), cell: (r) => <Moment at={r.issuedAt} /> },
    {
      key: 'expiresAt',
      title: t('kiosk.ends'),
      cell: (r) => (r.expiresAt === null ? t('kiosk.never') : <Moment at={r.expiresAt} />),
    },
    { key: 'lastSeen', title: t('kiosk.lastSeen'), cell: (r) => <Age since={r.lastSeenAt} ago /> },
    {
      key: 'screens',
      title: t('kiosk.screens'),
      align: 'right',
      cell: (r) => <span className="num">{number(r.screens)}</span>,
    },
    revoke,
  ];
}
