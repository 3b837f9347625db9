import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useT } from '../lib/i18n';

const least = 48;
const most = 800;
const stepPx = 8;
/** Where nothing is laid out yet. */
const usual = 120;

interface EdgeProps {
  title: string;
  /** as it was chosen */
  width: number | undefined;
  /** while it is drawn */
  onDraw: (px: number) => void;
  /** once it is let go; null gives the column its own width back */
  onWidth: (px: number | null) => void;
}
/**
 * The right edge of a header: drawn with the pointer, moved with ← and → (Shift: five steps at a time), Home makes it as narrow as can be,
 * Delete or a double click gives the column its own width back.
 */
export function ColumnEdge({ title, width, onDraw, onWidth }: EdgeProps) {
  const t = useT();
  const [measured, setMeasured] = useState(usual);
  const drag = useRef<{ from: number; width: number; px?: number } | null>(null);
  const set = (px: number): void => onWidth(within(px));
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    const step = stepPx * (event.shiftKey ? 5 : 1);
    const present = width ?? widthOf(event.currentTarget);
    if (event.key === 'ArrowLeft') set(present - step);
    else if (event.key === 'ArrowRight') set(present + step);
    else if (event.key === 'Home') set(least);
    else if (event.key === 'Delete' || event.key === 'Backspace') onWidth(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width: width ?? widthOf(event.currentTarget) };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag;
    if (!current) return;
    current.px = within(current.width + event.clientX - current.from);
    onDraw(current.px);
  };
  const up = (): void => {
    if (drag.current?.px !== undefined) onWidth(drag.current.px);
    drag.current = null;
  };
  return (
    <chakra.span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.widthOf', { column: title })}
      aria-valuenow={width ?? measured}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      title={t('table.widthHelp')}
      onFocus={(e) => setMeasured(widthOf(e.currentTarget))}
      onKeyDown={key}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDoubleClick={() => onWidth(null)}
      css={edgeCss}
    />
  );
}

const within = (px: number): number => Math.round(Math.min(most, Math.max(least, px)));
const widthOf = (edge: HTMLElement): number =>
  Math.round(edge.closest('th')?.getBoundingClientRect().width ?? 0) || usual;

const edgeCss = {
  position: 'absolute',
  top: 0,
  // half of it over the next column, which is below while the pointer is here
  right: '-12px',
  width: '24px',
  height: '100%',
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    right: '12px',
    top: '8px',
    bottom: '8px',
    width: '1px',
    background: 'transparent',
  },
  '&:hover::after, &:focus-visible::after': { width: '3px', background: 'var(--accent)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
} as const;
