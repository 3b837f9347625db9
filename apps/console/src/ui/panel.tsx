import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffectEvent, useEffect, useRef } from 'react';
import { useKeptFocus } from '../lib/use-kept-focus';
import { useT } from '../lib/i18n';
import { IconButton } from './button';
import { HelpButton } from './help-button';
import { lowWindow } from './low-window';

/** The frame of a page: its head stays, its body fills what is left and scrolls inside. */
export function Page({ head, children }: { head?: ReactNode; children: ReactNode }) {
  return (
    <Flex direction="column" minH="0" minW="0" flex="1">
      {head}
      {children}
    </Flex>
  );
}

/** Of a page whose head makes place for a detail on a narrow screen: heard there, not seen. */
export const HeardTitle = ({ children }: { children: ReactNode }) => (
  <chakra.h1 className="sr" display={{ xl: 'none' }}>
    {children}
  </chakra.h1>
);

interface HeadProps {
  title: ReactNode;
  total?: ReactNode;
  tabs?: ReactNode;
  children?: ReactNode;
}
/** Title, figures beside it, and what one can do here. Tabs are beside the title too where there is room, and below it on a narrow screen. */
export function PageHead({ title, total, tabs, children }: HeadProps) {
  return (
    <Flex
      as="header"
      align="center"
      columnGap="3"
      rowGap={{ base: '3', xl: '0' }}
      px="4"
      pt={{ base: '3', xl: '0.5' }}
      pb={{ base: tabs === undefined ? '3' : '0', xl: '0.5' }}
      minH={{ base: '14', xl: '11' }}
      flexShrink={0}
      wrap="wrap"
    >
      <chakra.h1 textStyle="title" letterSpacing="-.01em">
        {title}
      </chakra.h1>
      {total !== undefined && (
        <chakra.span
          textStyle="dense"
          color="ink3"
          className="num"
          css={{ '& b': { color: 'var(--ink)', fontWeight: 600 } }}
        >
          {total}
        </chakra.span>
      )}
      {tabs !== undefined && (
        <chakra.div
          order={{ base: 1, xl: 0 }}
          flex={{ base: '1 0 calc(100% + 32px)', xl: '0 1 auto' }}
          minW="0"
          mx={{ base: '-4', xl: '0' }}
          css={besideTitle}
        >
          {tabs}
        </chakra.div>
      )}
      <chakra.span flex="1" />
      {children}
      <HelpButton />
    </Flex>
  );
}

/** In line with the title the underline of the open tab is enough. */
const besideTitle = {
  '@media (min-width: 1200px)': { '& > [role=tablist]': { borderBottomWidth: 0, paddingInline: 0 } },
} as const;

interface PanelProps {
  title: ReactNode;
  /** above the title: chip, number */
  over?: ReactNode;
  /** below the title */
  under?: ReactNode;
  onClose?: () => void;
  /** stays at the bottom: the form or the buttons */
  foot?: ReactNode;
  label?: string;
  children: ReactNode;
}
/** A detail beside its list. Esc closes it from inside, unless something in it has used the key. */
export function Panel({ title, over, under, onClose, foot, label, children }: PanelProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      !event.isComposing &&
      !(event.target instanceof HTMLElement && event.target.closest('[role=dialog],[role=menu]'))
    )
      onClose?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => escape(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <Flex
      ref={box}
      as="aside"
      aria-label={label}
      tabIndex={-1}
      outline="0"
      direction="column"
      minH="0"
      minW="0"
      flex="1"
      bg="surface"
      textStyle="dense"
      css={lowWindow('[data-part=body]', '240px')}
    >
      <Flex px="4" pt="3" pb="2" pr="2" gap="2" align="flex-start" flexShrink={0}>
        <chakra.div flex="1" minW="0">
          {over && (
            <Flex gap="2" align="center" minH="22px" color="ink3">
              {over}
            </Flex>
          )}
          {title !== '' && (
            <chakra.h2 font="600 18px/26px var(--font)" letterSpacing="-.01em">
              {title}
            </chakra.h2>
          )}
          {under && <chakra.div color="ink2">{under}</chakra.div>}
        </chakra.div>
        {onClose && <IconButton label={t('common.close')} icon={<X size={16} />} onClick={onClose} />}
      </Flex>
      {/* read with the arrow keys where nothing in it takes the focus */}
      <chakra.div data-part="body" flex="1" minH="0" overflowY="auto" tabIndex={0}>
        {children}
      </chakra.div>
      {foot && (
        <chakra.div flexShrink={0} borderTop="1px solid" borderColor="lineStrong" bg="sunken" px="4" py="3">
          {foot}
        </chakra.div>
      )}
    </Flex>
  );
}

export const Card = chakra('section', {
  base: { bg: 'surface', border: '1px solid', borderColor: 'line', borderRadius: 'card', minW: '0' },
});

interface SectionProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** of the heading: in a panel below that of the panel */
  level?: 2 | 3;
  children: ReactNode;
}
/** A part of a panel, with a line above it. */
export function Section({ title, actions, level = 3, children }: SectionProps) {
  return (
    <chakra.section px="4" py="3" borderTop="1px solid" borderColor="line">
      {(title || actions) && (
        <Flex align="center" mb="2" gap="2">
          <chakra.h3 as={`h${level}`} textStyle="strong" flex="1">
            {title}
          </chakra.h3>
          {actions}
        </Flex>
      )}
      {children}
    </chakra.section>
  );
}

/** Pairs of label and value, in one or two columns; on a phone in one. */
export function Facts({ rows, columns = 1 }: { rows: readonly (readonly [ReactNode, ReactNode])[]; columns?: 1 | 2 }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={
        columns === 2
          ? { base: 'auto minmax(0,1fr)', md: 'auto minmax(0,1fr) auto minmax(0,1fr)' }
          : 'auto minmax(0,1fr)'
      }
      // a value far from its label is read on the wrong line
      maxW={columns === 2 ? '1120px' : '560px'}
      columnGap="3"
      rowGap="0.5"
      textStyle="dense"
      lineHeight="20px"
      // facts of two sources read as one list
      css={{ 'dl + &': { marginTop: '2px' } }}
    >
      {rows.map(([label, value], i) => (
        <chakra.div key={i} display="contents">
          <chakra.dt color="ink3">{label}</chakra.dt>
          <chakra.dd textAlign="right" className="num" minW="0" overflowWrap="anywhere">
            {value}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}
