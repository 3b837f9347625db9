import { chakra, Flex } from '@chakra-ui/react';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../lib/i18n';
import { Button } from '../ui/button';
import { StateMark } from '../ui/state-mark';

const reloadKey = 'headland.reloadedAt';
const reloadEveryMs = 60_000;

/**
 * Error boundary for a page whose code could not be loaded (a new version was deployed) or that failed while rendering:
 * logs it and reloads once; a second failure within a minute stays on screen, so that it cannot loop.
 */
export function LoadFailed({ error }: { error: unknown }) {
  const t = useT();
  const router = useRouter();
  useEffect(() => {
    reportError(error);
    // without a line the next one would be the same
    if (navigator.onLine && mayReload(Date.now())) window.location.reload();
  }, [error]);
  return (
    <Flex
      role="alert"
      direction="column"
      align="center"
      justify="center"
      gap="3"
      flex="1"
      minH="60"
      p="8"
      textAlign="center"
    >
      <Flex gap="2" align="center" color="now.ink">
        <StateMark state="now" />
        <chakra.h1 textStyle="title">{t('shell.crashTitle')}</chakra.h1>
      </Flex>
      <chakra.p color="ink3" textStyle="small">
        {error instanceof Error ? error.message : String(error)}
      </chakra.p>
      <Flex gap="2">
        <Button onClick={() => void router.invalidate()}>{t('common.retry')}</Button>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {t('shell.reload')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** True once a minute. Stored for the tab, since the reload forgets everything else. */
export function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(reloadKey) ?? 0);
  if (now - last < reloadEveryMs) return false;
  sessionStorage.setItem(reloadKey, String(now));
  return true;
}

export function NotFound() {
  const t = useT();
  return (
    <Flex direction="column" align="center" justify="center" gap="2" flex="1" minH="60" p="8" textAlign="center">
      <chakra.h1 textStyle="title">{t('common.notFoundTitle')}</chakra.h1>
      <chakra.p color="ink2">{t('common.notFoundText')}</chakra.p>
      <chakra.span mt="2" color="accent" fontWeight="500">
        <Link to="/dash">{t('common.toDash')}</Link>
      </chakra.span>
    </Flex>
  );
}
