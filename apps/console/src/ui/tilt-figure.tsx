import { chakra, Flex } from '@chakra-ui/react';
import { useI18n } from '../lib/i18n';

/** How far a machine leans: a horizon in a circle, what is allowed as a sector, and the angle as a figure. */
export function TiltFigure({ label, degrees, limit }: { label: string; degrees: number; limit: number | null }) {
  const { t, number } = useI18n();
  const over = limit !== null && Math.abs(degrees) > limit;
  return (
    <Flex
      gap="3"
      align="center"
      role="img"
      aria-label={`${label} ${number(degrees, 1)}°${limit === null ? '' : `, ${t('sos.tiltLimit', { n: limit })}`}`}
    >
      <TiltDial degrees={degrees} limit={limit} size={72} />
      <div>
        <chakra.div color="ink3" textStyle="small">
          {label}
        </chakra.div>
        <chakra.div className="num" fontSize="20px" fontWeight="600" color={over ? 'now.ink' : 'ink'}>
          {number(degrees, 1)}°
        </chakra.div>
        {limit !== null && (
          <chakra.div color="ink3" textStyle="small" className="num">
            {t('sos.tiltLimit', { n: limit })}
          </chakra.div>
        )}
      </div>
    </Flex>
  );
}

/** The figure alone, hidden from screen readers: the number beside it is read. */
export function TiltDial({ degrees, limit, size }: { degrees: number; limit: number | null; size: number }) {
  const over = limit !== null && Math.abs(degrees) > limit;
  return (
    <svg width={size} height={size} viewBox="-36 -36 72 72" aria-hidden style={{ flexShrink: 0 }}>
      <circle r="33" fill="var(--sunken)" stroke="var(--line-strong)" />
      {limit !== null && <path d={wedge(limit)} fill="var(--band)" />}
      <g
        transform={`rotate(${degrees})`}
        stroke={over ? 'var(--now-mark)' : 'var(--normal-ink)'}
        strokeWidth="3"
        strokeLinecap="round"
      >
        <line x1="-27" x2="27" y1="0" y2="0" />
        <line x1="0" x2="0" y1="0" y2="-7" />
      </g>
      <circle r="3" fill="var(--ink)" />
    </svg>
  );
}

/** The two sectors within ±limit of the horizon. */
function wedge(limit: number): string {
  const r = 33;
  const at = (deg: number): string =>
    `${(r * Math.cos((deg * Math.PI) / 180)).toFixed(2)} ${(r * Math.sin((deg * Math.PI) / 180)).toFixed(2)}`;
  return `M0 0 L${at(-limit)} A${r} ${r} 0 0 1 ${at(limit)} Z M0 0 L${at(180 - limit)} A${r} ${r} 0 0 1 ${at(180 + limit)} Z`;
}
