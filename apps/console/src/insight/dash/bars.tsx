import { chakra, Flex } from '@chakra-ui/react';
import { useI18n } from '../../lib/i18n';

/** One series of the bars: its name and daily values. The first is at the bottom. */
export interface Series {
  key: string;
  name: string;
  values: readonly (number | null)[];
}
/** From dark to light: distinguished by their grey value, and by the line between them. */
const shades = [
  'var(--trace-1)',
  'color-mix(in srgb, var(--normal-fill) 65%, var(--surface))',
  'var(--normal-line)',
] as const;
const shadesOf = (n: number): readonly string[] => (n === 1 ? [shades[1]] : n === 2 ? [shades[1], shades[2]] : shades);

interface Props {
  label: string;
  days: readonly string[];
  series: readonly Series[];
  /** beside one another: what is no part of a sum */
  grouped?: boolean;
  /** at least; they fill what their tile has */
  height?: number;
  /** weekdays under the bars, if there is room */
  weekdays?: boolean;
  /** of a day without data */
  missing?: string;
}
/** Seven days as bars, stacked or grouped. A day without data has a label instead of a bar; screen readers get the table. */
export function Bars({
  label,
  days,
  series,
  grouped = false,
  height = 112,
  weekdays = true,
  missing: missingText,
}: Props) {
  const { number, language, t } = useI18n();
  const ofDay = (i: number): number => {
    const values = series.map((s) => s.values[i] ?? 0);
    return grouped ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  };
  const top = niceTop(Math.max(0, ...days.map((_, i) => ofDay(i))));
  const colors = shadesOf(series.length);
  return (
    <chakra.div
      role="img"
      aria-label={label}
      display="flex"
      flex="1 1 auto"
      w="full"
      maxH="280px"
      pl="9"
      pt="2"
      pb="5"
      textStyle="micro"
      color="ink3"
      className="num"
    >
      <chakra.div pos="relative" flex="1" minW="0" style={{ minHeight: height }}>
        {[0, 0.5, 1].map((share) => (
          <chakra.div
            key={share}
            pos="absolute"
            left="0"
            right="0"
            borderTop="1px solid"
            borderColor="grid"
            style={{ bottom: `${share * 100}%` }}
          >
            <chakra.span pos="absolute" right="100%" pr="1.5" transform="translateY(-50%)" whiteSpace="nowrap">
              {number(top * share)}
            </chakra.span>
          </chakra.div>
        ))}
        <Flex pos="absolute" inset="0" gap="1" px="2">
          {days.map((day, i) => {
            const missing = series.every((s) => s.values[i] === null);
            return (
              <Flex
                key={day}
                data-day={day}
                flex="1"
                direction={grouped ? 'row' : 'column-reverse'}
                align={grouped ? 'flex-end' : 'center'}
                justify={grouped ? 'center' : 'flex-start'}
                gap="1px"
                pos="relative"
                title={
                  missing
                    ? `${day} ${missingText ?? t('dash.notCounted')}`
                    : `${day} ${series.map((s) => `${s.name} ${number(s.values[i])}`).join(' · ')}`
                }
              >
                {missing && <chakra.span>–</chakra.span>}
                {series.map((s, k) => (
                  <chakra.span
                    key={s.key}
                    data-own-colours
                    w={grouped ? '24%' : '70%'}
                    maxW={grouped ? '12px' : '36px'}
                    flexShrink={0}
                    style={{ height: `${((s.values[i] ?? 0) / top) * 100}%`, background: colors[k] }}
                  />
                ))}
                <chakra.span
                  pos="absolute"
                  top="100%"
                  pt="1"
                  whiteSpace="nowrap"
                  color={isSunday(day) ? 'ink' : 'ink3'}
                >
                  {dayName(day, weekdays ? language : null)}
                </chakra.span>
              </Flex>
            );
          })}
        </Flex>
      </chakra.div>
    </chakra.div>
  );
}

/** Legend of the shades, with the sum of each. */
export function Legend({ items }: { items: readonly { key: string; name: string; value: number }[] }) {
  const { number } = useI18n();
  const colors = shadesOf(items.length);
  return (
    <Flex as="ul" listStyleType="none" gap="4" rowGap="1" wrap="wrap" textStyle="small" color="ink2">
      {items.map(({ key, name, value }, i) => (
        <Flex as="li" key={key} align="center" gap="1.5">
          <chakra.span
            data-own-colours
            w="10px"
            h="10px"
            borderRadius="2px"
            style={{ background: colors[i] }}
            aria-hidden
          />
          {name}{' '}
          <chakra.b className="num" color="ink" fontWeight="600">
            {number(value)}
          </chakra.b>
        </Flex>
      ))}
    </Flex>
  );
}

/** A share as a ring, with the percentage in it. */
export function Ring({ share, label, under }: { share: number | null; label: string; under: string }) {
  const { number } = useI18n();
  const round = 2 * Math.PI * 46;
  return (
    <chakra.svg viewBox="0 0 116 116" w="112px" h="112px" flexShrink={0} role="img" aria-label={label}>
      <circle cx="58" cy="58" r="46" fill="none" stroke="var(--line-strong)" strokeWidth="12" />
      {share !== null && share > 0 && (
        <circle
          cx="58"
          cy="58"
          r="46"
          fill="none"
          stroke="var(--normal-fill)"
          strokeWidth="12"
          strokeDasharray={`${share * round} ${round}`}
          transform="rotate(-90 58 58)"
        />
      )}
      <text
        x="58"
        y="60"
        textAnchor="middle"
        className="num"
        style={{ fontSize: 22, fontWeight: 600, fill: 'var(--ink)' }}
      >
        {share === null ? '–' : `${number(Math.round(share * 100))}%`}
      </text>
      <text x="58" y="76" textAnchor="middle" style={{ fontSize: 11, fill: 'var(--ink-3)' }}>
        {under}
      </text>
    </chakra.svg>
  );
}

/** Rounds the axis up to a number that halves well: 2, 4, 10, 20, 40, 100 … */
export function niceTop(maxValue: number): number {
  if (maxValue <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(maxValue));
  return ([1, 2, 4, 6, 8, 10].find((n) => n * power >= maxValue && (n * power) % 2 === 0) ?? 10) * power;
}

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
/** `13 Fri`, or the number alone. */
export const dayName = (day: string, language: 'ko' | 'en' | null): string =>
  language === null
    ? String(Number(day.slice(8)))
    : `${Number(day.slice(8))} ${new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))}`;
