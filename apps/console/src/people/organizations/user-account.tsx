import { chakra, Flex } from '@chakra-ui/react';
import type { ErrorCode } from '@headland/contracts/errors';
import { type UserDetail, users } from '@headland/contracts/user';
import { deactivateRefusal } from '@headland/domain/user';
import { type ReactNode, useId, useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Section } from '../../ui/panel';
import { useInvalidateOrganizations } from './use-screen';

/** The state of the account, each fact with its actions: hidden without its letter, disabled with the reason where the state forbids it. */
export function UserAccount({ user: u }: { user: UserDetail }) {
  const time = useBriefText();
  const { t } = useI18n();
  const can = useCan();
  const invalidate = useInvalidateOrganizations();
  const [asked, setAsked] = useState<'reset' | 'end' | 'deactivate' | null>(null);
  const close = () => setAsked(null);
  const done = () => {
    invalidate();
    close();
  };
  const sendLink = useAction(users.sendLink, { done, success: t('user.toast.invited', { email: u.email ?? '' }) });
  const reset = useAction(users.resetPassword, { done, success: t('user.toast.reset', { email: u.email ?? '' }) });
  const unlock = useAction(users.unlock, { done, success: t('user.toast.unlocked', { name: u.name }) });
  const endSessions = useAction(users.endSessions, { done, success: t('user.toast.ended', { name: u.name }) });
  const change = useAction(users.setActive, {
    done,
    success: t(u.active ? 'user.toast.deactivated' : 'user.toast.activated', { name: u.name }),
  });

  const params = { id: u.id };
  const invited = u.joinedAt === null && u.loginId === null;
  const above: ErrorCode | null = u.above ? 'USER_ABOVE' : null;
  const mayUse: ErrorCode | null = above ?? (u.active ? deactivateRefusal(u) : null);
  const mayReset: ErrorCode | null = above ?? (invited ? 'USER_NOT_JOINED' : u.active ? null : 'USER_INACTIVE');
  const maySend: ErrorCode | null = above ?? (u.active ? null : 'USER_INACTIVE');
  const because = (code: ErrorCode | null) => (code === null ? undefined : t(`error.${code}`));
  const setActive = (active: boolean): void => change.run({ params, body: { active, version: u.version } });
  return (
    <Section title={t('user.account')}>
      <Row
        label={t('user.field.active')}
        value={t(u.active ? 'user.isActive' : 'user.isInactive')}
        act={
          can(users.setActive.allow) && {
            label: t(u.active ? 'user.deactivate' : 'user.activate'),
            run: () => (u.active ? setAsked('deactivate') : setActive(true)),
            busy: change.busy,
            reason: because(mayUse),
          }
        }
      />
      {invited && (
        <Row
          label={t('user.link')}
          value={
            u.link === null
              ? '–'
              : t(u.link.expired ? 'user.linkExpired' : 'user.linkOpen', {
                  sent: time(u.link.sentAt),
                  until: time(u.link.expiresAt),
                })
          }
          act={
            can(users.sendLink.allow) && {
              label: t('user.sendLink'),
              run: () => sendLink.run({ params }),
              busy: sendLink.busy,
              reason: because(maySend),
            }
          }
        />
      )}
      <Row
        label={t('user.password')}
        value={
          u.temporaryUntil === null
            ? t(invited ? 'user.noPassword' : 'user.ownPassword')
            : t('user.temporary', { until: time(u.temporaryUntil) })
        }
        act={
          can(users.resetPassword.allow) && {
            label: t('user.reset'),
            run: () => setAsked('reset'),
            busy: reset.busy,
            reason: because(mayReset),
          }
        }
      />
      <Row
        label={t('user.lock')}
        value={u.lockedUntil === null ? t('user.notLocked') : t('user.lockedUntil', { until: time(u.lockedUntil) })}
        act={
          can(users.unlock.allow) && {
            label: t('user.unlock'),
            run: () => unlock.run({ params }),
            busy: unlock.busy,
            reason: because(above) ?? (u.lockedUntil === null ? t('user.notLocked') : undefined),
          }
        }
      />
      <Row
        label={t('user.sessions')}
        value={t('user.sessionCount', { n: u.sessions })}
        act={
          can(users.endSessions.allow) && {
            label: t('user.end'),
            run: () => setAsked('end'),
            busy: endSessions.busy,
            reason: because(above) ?? (u.sessions === 0 ? t('user.noSessions') : undefined),
          }
        }
      />
      <Dialog
        open={asked === 'deactivate'}
        onClose={close}
        title={t('user.deactivateTitle', { name: u.name })}
        confirm={{ label: t('user.deactivate'), danger: true, busy: change.busy, onConfirm: () => setActive(false) }}
      >
        {t('user.deactivateText')}
      </Dialog>
      <Dialog
        open={asked === 'reset'}
        onClose={close}
        title={t('user.resetTitle', { name: u.name })}
        confirm={{ label: t('user.reset'), busy: reset.busy, onConfirm: () => reset.run({ params }) }}
      >
        {t('user.resetText', { email: u.email ?? '–' })}
      </Dialog>
      <Dialog
        open={asked === 'end'}
        onClose={close}
        title={t('user.endTitle', { name: u.name })}
        confirm={{
          label: t('user.end'),
          danger: true,
          busy: endSessions.busy,
          onConfirm: () => endSessions.run({ params }),
        }}
      >
        {t(u.self ? 'user.endOwnText' : 'user.endText')}
      </Dialog>
    </Section>
  );
}

interface Act {
  label: string;
  run: () => void;
  busy: boolean;
  reason: string | undefined;
}
function Row({ label, value, act }: { label: string; value: ReactNode; act: Act | false }) {
  const note = useId();
  return (
    <Flex align="center" gap="3" minH="9" py="0.5">
      <chakra.span color="ink3" w="88px" flexShrink={0}>
        {label}
      </chakra.span>
      <chakra.span flex="1" minW="0" className="num" overflowWrap="anywhere">
        {value}
      </chakra.span>
      {act && (
        <>
          <Button
            disabled={act.reason !== undefined}
            reason={act.reason}
            aria-describedby={act.reason === undefined ? undefined : note}
            busy={act.busy}
            onClick={act.run}
          >
            {act.label}
          </Button>
          {act.reason !== undefined && (
            <span id={note} className="sr">
              {act.reason}
            </span>
          )}
        </>
      )}
    </Flex>
  );
}
