import { chakra, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';

interface Row {
  key: string;
  name: string;
  note?: string;
  value: number;
  /** the formatted value, and its unit */
  text: string;
  unit: string;
  to?: string;
}
/** The top entries, each with a bar relative to the first. */
export function Ranking({ label, rows }: { label: string; rows: readonly Row[] }) {
  const maxValue = Math.max(1e-9, ...rows.map((r) => r.value));
  return (
    <chakra.ol listStyleType="none" aria-label={label} textStyle="dense" className="num">
      {rows.map((r, i) => (
        <Flex as="li" key={r.key} align="center" gap="3" minH={r.note ? '38px' : '28px'}>
          <chakra.span color="ink3" w="3" aria-hidden>
            {i + 1}
          </chakra.span>
          <chakra.span flex="1" minW="0" overflow="hidden">
            <chakra.span display="block" truncate _hover={r.to ? { color: 'accent', textDecoration: 'underline' } : {}}>
              {r.to ? <Link to={r.to}>{r.name}</Link> : r.name}
            </chakra.span>
            {r.note && (
              <chakra.span display="block" textStyle="small" color="ink3" truncate>
                {r.note}
              </chakra.span>
            )}
          </chakra.span>
          <chakra.span w={{ base: '48px', xl: '64px' }} flexShrink={0} aria-hidden>
            <chakra.span
              data-own-colours
              display="block"
              h="6px"
              borderRadius="1px"
              bg="normal.fill"
              opacity=".65"
              style={{ width: `${(r.value / maxValue) * 100}%` }}
            />
          </chakra.span>
          <chakra.span minW="64px" textAlign="right" flexShrink={0}>
            <chakra.span fontWeight="500">{r.text}</chakra.span>
            <chakra.span color="ink3" textStyle="small" ml="1">
              {r.unit}
            </chakra.span>
          </chakra.span>
        </Flex>
      ))}
    </chakra.ol>
  );
}
