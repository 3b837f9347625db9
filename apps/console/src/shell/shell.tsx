import { chakra, Flex } from '@chakra-ui/react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { LiveProvider } from '../lib/live/live';
import { useT } from '../lib/i18n';
import { part } from '../lib/screen';
import { useMedia } from '../lib/use-media';
import { useNewVersion } from '../lib/session/member';
import { holder, useCurrentMember } from '../lib/session/session';
import { useStored } from '../lib/session/store';
import { Button } from '../ui/button';
import { lowWindow } from '../ui/low-window';
import { Skeleton } from '../ui/states';
import { useExportLink } from './export-link';
import { StoppedBar } from './freshness';
import { Menu } from './menu';
import { useNavigation } from './navigation';
import { PanelHost, usePanel } from './panel-host';
import { PasswordBar } from './password-bar';
import { usePushLinks } from './push';
import { SosBar } from './sos-bar';
import { TopBar } from './top-bar';

// after the first drawing, like the button in the top bar of a phone
const Keyboard = part(() => import('./keyboard').then((m) => m.Keyboard));

/**
 * The frame of every screen after the login. The live connection belongs to the member: another login is another
 * connection.
 */
export function Shell() {
  const me = useCurrentMember();
  if (!me) return null;
  return (
    <LiveProvider key={me.sid} holder={holder}>
      <Frame />
    </LiveProvider>
  );
}

function Frame() {
  const t = useT();
  const [menu, setMenu] = useStored('menu');
  const narrow = !useMedia('(min-width: 768px)');
  const [drawer, setDrawer] = useState(false);
  const { name: panel } = usePanel();
  const main = useRef<HTMLElement>(null);
  useTitle();
  usePushLinks();
  useExportLink();
  const small = menu.small && !narrow;
  return (
    <Flex direction="column" h="full">
      <chakra.a href="#main" css={skip}>
        {t('shell.skip')}
      </chakra.a>
      <SosBar />
      <chakra.div
        data-behind-dialog
        flex="1"
        minH="0"
        display="grid"
        gridTemplateRows="var(--h-topbar) minmax(0,1fr)"
        gridTemplateColumns={
          narrow ? 'minmax(0,1fr)' : small ? 'var(--w-menu-small) minmax(0,1fr)' : 'var(--w-menu) minmax(0,1fr)'
        }
      >
        <TopBar
          narrow={narrow}
          covered={narrow && panel !== null}
          onMenu={() => (narrow ? setDrawer(!drawer) : setMenu({ ...menu, small: !menu.small }))}
        />
        {!narrow && (
          <chakra.div gridRow="2" gridColumn="1" minH="0" inert={panel !== null}>
            <Menu small={small} />
          </chakra.div>
        )}
        <chakra.main
          ref={main}
          id="main"
          tabIndex={-1}
          inert={panel !== null}
          gridRow="2"
          gridColumn={narrow ? '1' : '2'}
          minW="0"
          minH="0"
          display="flex"
          flexDirection="column"
          outline="0"
          css={lowWindow(':last-child', '480px')}
        >
          <StoppedBar />
          <NewVersionBar />
          <PasswordBar />
          <Suspense fallback={<Skeleton rows={10} />}>
            <Outlet />
          </Suspense>
        </chakra.main>
        <PanelHost />
        <Suspense fallback={null}>
          <Keyboard main={main} />
          <Offline />
        </Suspense>
        {narrow && drawer && (
          <chakra.div
            pos="fixed"
            inset="0"
            top="var(--sos-bar, 0px)"
            zIndex="drawer"
            bg="rgb(8 10 12 / .45)"
            onClick={() => setDrawer(false)}
            onKeyDown={(e) => e.key === 'Escape' && setDrawer(false)}
          >
            <chakra.div w="264px" h="full" boxShadow="high" onClick={(e) => e.stopPropagation()}>
              <Menu small={false} onGo={() => setDrawer(false)} />
            </chakra.div>
          </chakra.div>
        )}
      </chakra.div>
    </Flex>
  );
}

/** Without a line its file may not be there, and then it has nothing to do. */
const Offline = part(() =>
  import('./offline').then(
    (m) => m.Offline,
    () => () => null,
  ),
);

/** A hint only, never automatic: somebody may be handling an SOS. */
function NewVersionBar() {
  const t = useT();
  const isNew = useNewVersion();
  if (!isNew) return null;
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      px="4"
      py="1.5"
      bg="accentSoft"
      color="ink"
      textStyle="dense"
      flexShrink={0}
    >
      <chakra.span flex="1">{t('shell.newVersion')}</chakra.span>
      <Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>
    </Flex>
  );
}

function useTitle(): void {
  const t = useT();
  const { screenAt } = useNavigation();
  const screen = useRouterState({ select: (s) => screenAt(s.location.pathname) });
  useEffect(() => {
    document.title = screen ? `${t(screen.title)} · Headland` : 'Headland';
  }, [screen, t]);
}

const skip = {
  position: 'fixed',
  left: '8px',
  top: '-60px',
  zIndex: 1300,
  background: 'var(--accent)',
  color: 'var(--on-accent)',
  padding: '8px 12px',
  borderRadius: 'var(--r-control)',
  '&:focus': { top: '8px' },
} as const;
