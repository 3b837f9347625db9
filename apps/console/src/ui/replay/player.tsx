import { chakra, Flex } from '@chakra-ui/react';
import { Pause, Play, Radio } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useMedia } from '../../lib/use-media';
import { Button, IconButton } from '../button';
import { Segmented } from '../tabs';
import type { Segment } from './track-points';

export const speeds = ['1', '10', '60', '300'] as const;
export type Speed = (typeof speeds)[number];
const frameMs = 50;
const stepMs = 10_000;
const strideMs = 60_000;

interface PlayerProps {
  from: number;
  to: number;
  /** where the data ends: the cursor goes no further */
  end: number;
  cursor: number;
  onCursor: (ts: number) => void;
  playing: boolean;
  onPlaying: (playing: boolean) => void;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  segments: readonly Segment[];
  marks: readonly { ts: number; urgent: boolean }[];
  /** today: whether the cursor keeps to the newest point */
  live: boolean | null;
  onLive?: () => void;
  /** where it plays from once it has come to its end; else where the first stretch begins */
  startAt?: number;
  /** at the right edge */
  actions?: ReactNode;
}

/** Runs through a stretch of time. Arrow keys on the slider step 10 s, Page Up and Page Down (or Shift with an arrow) a minute, Home and End to its borders. */
export function Player({
  from,
  to,
  end,
  cursor,
  onCursor,
  playing,
  onPlaying,
  speed,
  onSpeed,
  segments,
  marks,
  live,
  onLive,
  startAt,
  actions,
}: PlayerProps) {
  const { t } = useI18n();
  const advance = useEffectEvent((ms: number) => {
    const next = cursor + ms * Number(speed);
    onCursor(Math.min(end, next));
    if (next >= end) onPlaying(false);
  });
  useEffect(() => {
    if (!playing) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      advance(now - last);
      last = now;
    }, frameMs);
    return () => clearInterval(timer);
  }, [playing]);

  const key = (event: KeyboardEvent): void => {
    const forward =
      event.key === 'ArrowRight' || event.key === 'ArrowUp' || event.key === 'PageUp'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowDown' || event.key === 'PageDown'
          ? -1
          : 0;
    if (event.key === ' ') {
      event.preventDefault();
      toggle();
    }
    if (forward === 0) return;
    event.preventDefault();
    const by = event.shiftKey || event.key.startsWith('Page') ? strideMs : stepMs;
    onCursor(Math.max(from, Math.min(end, cursor + forward * by)));
  };
  const toggle = (): void => {
    if (!playing && cursor >= end) onCursor(startAt ?? segments[0]?.from ?? from);
    onPlaying(!playing);
  };
  // Thousands of points make some hundred stretches; they change when data comes, not when the cursor moves.
  const strip = useMemo(
    () =>
      segments.map((s) => (
        <i
          key={s.from}
          data-state={s.state}
          style={{ left: percent(s.from, from, to), width: percent(s.to - s.from + from, from, to) }}
        />
      )),
    [segments, from, to],
  );
  const most = useMedia('(min-width: 768px)') ? 12 : 5;
  const hours = useMemo(() => hoursOf(from, to, most), [from, to, most]);
  return (
    <chakra.section
      aria-label={t('vehicle.track.player')}
      px={{ base: '3', md: '4' }}
      py="2.5"
      borderTop="1px solid"
      borderColor="lineStrong"
      bg="surface"
      flexShrink={0}
    >
      <Flex align="center" gap="3" wrap="wrap">
        <IconButton
          kind="primary"
          label={t(playing ? 'vehicle.track.pause' : 'vehicle.track.play')}
          icon={playing ? <Pause size={16} /> : <Play size={16} />}
          onClick={toggle}
        />
        <Segmented<Speed>
          label={t('vehicle.track.speed')}
          value={speed}
          choices={speeds.map((value) => ({ value, label: `×${value}` }))}
          onChange={onSpeed}
        />
        <chakra.b className="num" fontSize="18px">
          {timeText(cursor)}
        </chakra.b>
        <chakra.span flex="1" />
        {actions}
        {live !== null && (
          <Button
            kind={live ? 'plain' : 'quiet'}
            aria-pressed={live}
            icon={<Radio size={15} />}
            onClick={() => onLive?.()}
            {...(live ? { color: 'accent', borderColor: 'accent' } : {})}
          >
            {t('vehicle.track.follow')}
          </Button>
        )}
      </Flex>
      <chakra.div pos="relative" mt="2.5" css={sliderCss}>
        <div className="strip" aria-hidden>
          {strip}
          {marks.map((m, i) => (
            <b key={i} data-urgent={m.urgent || undefined} style={{ left: percent(m.ts, from, to) }} />
          ))}
        </div>
        <input
          type="range"
          min={from}
          max={to}
          step={1000}
          value={cursor}
          aria-label={t('vehicle.track.slider')}
          aria-valuetext={timeText(cursor)}
          onChange={(e) => onCursor(Math.min(end, Number(e.target.value)))}
          onKeyDown={key}
        />
        <div className="hours num" aria-hidden>
          {hours.map((ts) => (
            <span key={ts} style={{ left: percent(ts, from, to) }}>
              {timeText(ts, false)}
            </span>
          ))}
        </div>
      </chakra.div>
    </chakra.section>
  );
}

const percent = (ts: number, from: number, to: number): string => `${(((ts - from) / (to - from)) * 100).toFixed(3)}%`;

/** Round hours for the scale, no more than there is room for. */
function hoursOf(from: number, to: number, most: number): number[] {
  const hour = 3_600_000;
  const count = Math.round((to - from) / hour);
  const step = [0.25, 0.5, 1, 2, 3, 4, 6].find((s) => count / s <= most) ?? 6;
  return Array.from({ length: Math.floor(count / step) + 1 }, (_, i) => from + i * step * hour);
}

const thumb = {
  width: '14px',
  height: '26px',
  borderRadius: '4px',
  background: 'var(--raised)',
  border: '2px solid var(--accent)',
  boxShadow: 'var(--shadow-1)',
  cursor: 'grab',
} as const;
const sliderCss = {
  '& .strip': {
    position: 'absolute',
    left: '7px',
    right: '7px',
    top: '6px',
    height: '14px',
    background: 'var(--hover)',
    borderRadius: '2px',
    overflow: 'hidden',
  },
  '& .strip i': { position: 'absolute', top: 0, bottom: 0 },
  '& .strip i[data-state=work]': { background: 'var(--normal-fill)' },
  '& .strip i[data-state=drive]': { background: 'var(--trace-1)' },
  '& .strip i[data-state=idle]': { background: 'var(--normal-line)' },
  '& .strip i[data-state=off]': { background: 'var(--line-strong)' },
  '& .strip b': {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: '2px',
    background: 'var(--today-fill)',
    '&[data-urgent]': { background: 'var(--now-mark)' },
  },
  '& input': {
    position: 'relative',
    display: 'block',
    width: '100%',
    height: '26px',
    margin: 0,
    appearance: 'none',
    background: 'transparent',
    cursor: 'pointer',
  },
  '& input::-webkit-slider-thumb': { appearance: 'none', ...thumb },
  '& input::-moz-range-thumb': { boxSizing: 'border-box', ...thumb },
  '& input:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '2px', borderRadius: '4px' },
  '& .hours': {
    position: 'relative',
    height: '16px',
    margin: '2px 7px 0',
    font: '400 11px/16px var(--font)',
    color: 'var(--ink-3)',
  },
  '& .hours span': {
    position: 'absolute',
    transform: 'translateX(-50%)',
    '&:first-of-type': { transform: 'none' },
    '&:last-of-type': { transform: 'translateX(-100%)' },
  },
} as const;
