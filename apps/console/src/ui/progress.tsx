import { chakra } from '@chakra-ui/react';

interface Props {
  label: string;
  /** of `most`; null: how far it is is not known yet */
  value: number | null;
  most: number;
  /** what is under way beyond `value`, as a lighter bar */
  begun?: number;
  width?: string;
}
/** The progress of a long operation. */
export function Progress({ label, value, most, begun, width }: Props) {
  const share = (n: number) => ({ width: `${most === 0 ? 0 : Math.min(100, (n / most) * 100)}%` });
  return (
    <chakra.div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value ?? undefined}
      pos="relative"
      h="2"
      w={width}
      borderRadius="round"
      bg="hover"
      overflow="hidden"
    >
      {begun !== undefined && (
        <chakra.div pos="absolute" inset="0" bg="normal.line" style={share(begun)} transition="width var(--m-mid)" />
      )}
      <chakra.div
        pos="absolute"
        inset="0"
        bg="normal.fill"
        style={share(value ?? most * 0.04)}
        transition="width var(--m-mid)"
      />
    </chakra.div>
  );
}
