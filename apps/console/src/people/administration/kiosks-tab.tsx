import { Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { type Kiosk, kiosks } from '@headland/contracts/kiosk';
import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw, Settings2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useMedia } from '../../lib/use-media';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Column } from '../../ui/table';
import { Cut, Moment, Narrow } from './cells';
import { IssuedKiosk } from './issued-kiosk';
import { KioskForm } from './kiosk-form';
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
  /** the form: of a new one, or of this one */
  const [editing, setEditing] = useState<Kiosk | 'new' | null>(null);
  const [issued, setIssued] = useState<Answer<typeof kiosks.issue> | null>(null);
  const [rotating, setRotating] = useState<Kiosk | null>(null);
  const [revoking, setRevoking] = useState<Kiosk | null>(null);
  const close = (): void => setRevoking(null);
  const revoke = useAction(kiosks.revoke, { success: t('kiosk.revoked'), done: close });
  const rotate = useAction(kiosks.rotate, {
    done: (kiosk) => {
      setRotating(null);
      setIssued(kiosk);
    },
  });
  const issue = can(kiosks.issue.allow) && (
    <Button kind="primary" icon={<Plus size={14} />} onClick={() => setEditing('new')}>
      {t('kiosk.issue')}
    </Button>
  );
  return (
    <>
      <PlainTab
        tabs={tabs}
        label={t('history.tab.kiosks')}
        result={result}
        columns={columnsOf(i18n, wide, {
          edit: can(kiosks.change.allow) ? setEditing : null,
          rotate: can(kiosks.rotate.allow) ? setRotating : null,
          revoke: can(kiosks.revoke.allow) ? setRevoking : null,
        })}
        issue={issue}
        empty={{ title: t('kiosk.empty'), text: t('kiosk.emptyText') }}
      />
      {editing !== null && (
        <KioskForm
          kiosk={editing === 'new' ? null : editing}
          onIssued={(kiosk) => {
            setEditing(null);
            setIssued(kiosk);
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {issued && <IssuedKiosk kiosk={issued} onClose={() => setIssued(null)} />}
      <Dialog
        open={rotating !== null}
        onClose={() => setRotating(null)}
        title={t('kiosk.rotateTitle', { name: rotating?.name ?? '' })}
        confirm={{
          label: t('kiosk.rotate'),
          danger: true,
          busy: rotate.busy,
          onConfirm: () => rotating && rotate.run({ params: { id: rotating.id } }),
        }}
      >
        {t('kiosk.rotateText')}
      </Dialog>
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

type Act = ((kiosk: Kiosk) => void) | null;
type Acts = Record<'edit' | 'rotate' | 'revoke', Act>;

function columnsOf(i18n: I18n, wide: boolean, on: Acts): Column<Kiosk>[] {
  const { t, number } = i18n;
  const refusal = (r: Kiosk) => ({ disabled: r.above, reason: r.above ? t('error.ISSUED_ABOVE') : undefined });
  const revoke: Column<Kiosk> = {
    key: 'revoke',
    title: '',
    align: 'right',
    cell: (r) =>
      secretState(r, serverNow()) !== 'revoked' && (
        <Flex gap="1" justify="flex-end" align="center" {...(wide ? {} : { wrap: 'wrap', w: '96px' })}>
          {on.edit && (
            <IconButton
              label={`${t('kiosk.edit')} – ${r.name}`}
              icon={<Settings2 size={15} />}
              onClick={() => on.edit?.(r)}
              {...refusal(r)}
            />
          )}
          {on.rotate && (
            <IconButton
              label={`${t('kiosk.rotate')} – ${r.name}`}
              icon={<RefreshCw size={15} />}
              onClick={() => on.rotate?.(r)}
              {...refusal(r)}
            />
          )}
          {on.revoke && (
            <Button
              kind="danger"
              h="7"
              aria-label={`${t('secret.revoke')} – ${r.name}`}
              onClick={() => on.revoke?.(r)}
              {...refusal(r)}
            >
              {t('secret.revoke')}
            </Button>
          )}
        </Flex>
      ),
  };
  if (!wide)
    return [
      {
        key: 'kiosk',
        title: t('history.tab.kiosks'),
        cell: (r) => (
          <Narrow
            height="96px"
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
      key: 'lastAddress',
      title: t('kiosk.lastAddress'),
      cell: (r) => <span className="num">{r.lastAddress ?? '–'}</span>,
    },
    {
      key: 'screens',
      title: t('kiosk.screens'),
      align: 'right',
      cell: (r) => <span className="num">{number(r.screens)}</span>,
    },
    revoke,
  ];
}
