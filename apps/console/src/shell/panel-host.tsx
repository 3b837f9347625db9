import { chakra, Flex } from '@chakra-ui/react';
import { CatchBoundary, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useT } from '../lib/i18n';
import { Skeleton } from '../ui/states';
import { LoadFailed } from './broken';
import { type PanelName, panelNames, useNavigation } from './navigation';
import { CloseContext } from './panel-body';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** the panel was opened from the page behind it: Back and Close do the same */
    panelOpened?: boolean;
  }
}

export interface OpenPanel {
  name: PanelName | null;
  open: (name: PanelName) => void;
  close: () => void;
}
/** The panel over the current screen, from the URL: `?panel=notifications`. Another screen closes it. */
export function usePanel(): OpenPanel {
  const router = useRouter();
  const navigate = useNavigate();
  const { panel } = useSearch({ strict: false }) as { panel?: string };
  const name = panelNames.find((p) => p === panel) ?? null;
  const open = useCallback(
    (next: PanelName) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, panel: next }),
        // switching panels adds no history entry
        replace: name !== null,
        state: (old) => (name === null ? { ...old, panelOpened: true } : old),
      }),
    [navigate, name],
  );
  const close = useCallback(() => {
    if (router.state.location.state.panelOpened) router.history.back();
    else
      void navigate({
        to: '.',
        search: ({ panel: _, topic: __, ...old }: Record<string, unknown>) => old,
        replace: true,
      });
  }, [router, navigate]);
  return { name, open, close };
}

/** The open panel at the right, over the screen, below the SOS bar; the whole page on a phone. */
export function PanelHost() {
  const { name, close } = usePanel();
  const { panels } = useNavigation();
  if (name === null) return null;
  const Content = panels[name];
  return (
    <PanelFrame key={name} home={name} onClose={close}>
      <CatchBoundary getResetKey={() => name} errorComponent={LoadFailed}>
        <Suspense fallback={<Skeleton rows={8} />}>
          <Content />
        </Suspense>
      </CatchBoundary>
    </PanelFrame>
  );
}

/**
 * What it covers is inert (see the shell), the top bar is not. Esc and a press beside it close it, and the focus
 * returns to where it was, or to the panel's button in the top bar.
 */
function PanelFrame({ home, onClose, children }: { home: PanelName; onClose: () => void; children: ReactNode }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useFocusWithin(box, home);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    // a dialog or a menu over it has its own Esc
    if (
      [...document.querySelectorAll('[role=dialog][data-state=open],[role=menu][data-state=open]')].some(
        (e) => e !== box.current,
      )
    )
      return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => escape(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <CloseContext value={onClose}>
      <chakra.div
        gridColumn="1 / -1"
        gridRow="2"
        zIndex="drawer"
        display={{ base: 'none', md: 'block' }}
        onClick={onClose}
      />
      <Flex
        ref={box}
        role="dialog"
        data-state="open"
        aria-labelledby="panel-title"
        // until its title is there
        aria-label={t('common.loading')}
        tabIndex={-1}
        direction="column"
        gridColumn="1 / -1"
        gridRow={{ base: '1 / -1', md: '2' }}
        justifySelf={{ base: 'stretch', md: 'end' }}
        w={{ base: 'full', md: '460px' }}
        minW="0"
        minH="0"
        zIndex="drawer"
        bg="surface"
        borderLeft={{ base: '0', md: '1px solid' }}
        borderColor={{ md: 'lineStrong' }}
        boxShadow="high"
        outline="0"
        textStyle="dense"
      >
        {children}
      </Flex>
    </CloseContext>
  );
}

function useFocusWithin(box: React.RefObject<HTMLDivElement | null>, home: PanelName): void {
  useEffect(() => {
    const before = document.activeElement;
    const { pathname } = window.location;
    box.current?.focus();
    // A closing menu returns the focus to its button a moment later, when it belongs here.
    const stolen = (event: FocusEvent) =>
      event.target instanceof HTMLElement && event.target.dataset.opens?.includes(home) && box.current?.focus();
    document.addEventListener('focusin', stolen);
    const settled = setTimeout(() => document.removeEventListener('focusin', stolen), 300);
    return () => {
      clearTimeout(settled);
      document.removeEventListener('focusin', stolen);
      const back =
        // what was opened from the panel is where one goes on
        window.location.pathname !== pathname
          ? document.querySelector<HTMLElement>('#main')
          : before instanceof HTMLElement &&
              before.isConnected &&
              before !== document.body &&
              !before.closest('[role=menu]')
            ? before
            : homeOf(home);
      // when the covered content can be focused again
      requestAnimationFrame(() => back?.focus());
    };
  }, [box, home]);
}

/** The button of the top bar that opens it: `data-opens="myInfo password"`. */
const homeOf = (name: PanelName): HTMLElement | null => document.querySelector<HTMLElement>(`[data-opens~="${name}"]`);
