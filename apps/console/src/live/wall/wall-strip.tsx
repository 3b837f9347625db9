import { chakra, Flex } from '@chakra-ui/react';
import type { WallPicture } from '@headland/contracts/wall';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { clockOf } from '../../lib/age';
import { useI18n } from '../../lib/i18n';
import { StateMark } from '../../ui/state-mark';

/** Counts from here on are abbreviated: 12.3만, 123K. Ten numbers of 96 px have no room for more. */
const shortFrom = 100_000;
const numeralPx = 96;
const stripPx = 184;
const leastScale = 0.5;

/** The day's counts. If they exceed the width, all of them shrink rather than one being truncated. */
export function WallStrip({
  snapshot,
  counts,
  dimmed,
}: {
  snapshot: WallPicture;
  counts: { vehicles: number; online: number; engineOn: number };
  dimmed: boolean;
}) {
  const { t, language, number } = useI18n();
  const { faultsOpen, medianAcknowledgeSeconds: median } = snapshot;
  const countText = (n: number): string =>
    n < shortFrom
      ? number(n)
      : new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }).format(n);
  const values = [
    counts.vehicles,
    counts.online,
    counts.engineOn,
    snapshot.sosOpen,
    faultsOpen.critical,
    faultsOpen.major,
    faultsOpen.minor,
    snapshot.acceptedToday,
    snapshot.completedToday,
  ].map(countText);
  const [vehicles, online, engineOn, sos, critical, major, minor, accepted, completed] = values;
  const strip = useFit(`${language} ${values.join()} ${median}`);
  return (
    <Flex
      ref={strip}
      h={`${stripPx}px`}
      flexShrink={0}
      bg="surface"
      borderTop="1px solid"
      borderColor="line"
      overflow="hidden"
      opacity={dimmed ? 0.45 : 1}
    >
      <Cell label={t('wall.vehicles')}>{vehicles}</Cell>
      <Cell label={t('wall.online')}>{online}</Cell>
      <Cell label={t('wall.engineOn')}>{engineOn}</Cell>
      <Cell label={t('wall.sos')} colour={snapshot.sosOpen > 0 ? 'now.ink' : undefined}>
        {sos}
      </Cell>
      <Cell label={t('severity.critical')} mark="now" colour={faultsOpen.critical > 0 ? 'now.ink' : undefined}>
        {critical}
      </Cell>
      <Cell label={t('severity.major')} mark="today" colour={faultsOpen.major > 0 ? 'today.ink' : undefined}>
        {major}
      </Cell>
      <Cell label={t('severity.minor')} mark="watch">
        {minor}
      </Cell>
      <Cell label={t('wall.accepted')}>{accepted}</Cell>
      <Cell label={t('wall.completed')}>{completed}</Cell>
      <Cell label={t('wall.median')} last>
        {median === null ? '–' : clockOf(Math.round(median))}
      </Cell>
    </Flex>
  );
}

function Cell({
  label,
  mark,
  colour,
  last = false,
  children,
}: {
  label: string;
  mark?: 'now' | 'today' | 'watch';
  colour?: string | undefined;
  last?: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.div
      flex="1 0 auto"
      px="16px"
      pt="20px"
      borderRight={last ? '0' : '1px solid'}
      borderColor="line"
      whiteSpace="nowrap"
    >
      <Flex fontSize="28px" lineHeight="36px" color={colour ?? 'ink2'} gap="10px" align="center">
        {mark && <StateMark state={mark} size={22} />}
        {label}
      </Flex>
      <chakra.div
        className="num"
        fontSize={`var(--numeral, ${numeralPx}px)`}
        lineHeight="104px"
        fontWeight="700"
        letterSpacing="-.03em"
        color={colour ?? 'ink'}
      >
        {children}
      </chakra.div>
    </chakra.div>
  );
}

/** Font size of the numbers so that all cells fit; measured at full size whenever the texts change. */
function useFit(text: string) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return;
    const set = (scale: number): void => element.style.setProperty('--numeral', `${Math.floor(numeralPx * scale)}px`);
    set(1);
    const overPx = element.scrollWidth - element.clientWidth;
    if (overPx <= 0) return;
    const numeralsPx = [...element.querySelectorAll<HTMLElement>('.num')].reduce((sum, n) => sum + n.offsetWidth, 0);
    set(Math.max(leastScale, 1 - overPx / Math.max(1, numeralsPx)));
  }, [text]);
  return strip;
}
