import type { ModelRow } from '@headland/contracts/model';

/** The outline of the machine, where a model has no picture: a tractor or an excavator. */
export function MachineShape({ machine, width = 40 }: { machine: ModelRow['machine'] | undefined; width?: number }) {
  return (
    <svg
      width={width}
      height={(width * 2) / 3}
      viewBox="0 0 48 32"
      fill="currentColor"
      aria-hidden
      style={{ opacity: 0.7 }}
    >
      {machine === 'excavator' ? excavator : tractor}
    </svg>
  );
}

const tractor = (
  <>
    <path
      d="M14 4h13l2 9h11a3 3 0 0 1 3 3v6h-3a6.500 6.500 0 0 0-12.400 0H24a10 10 0 0 0-14-8.300V6a2 2 0 0 1 2-2Zm2 3v6h9.300L24 7ZM36 6h2v6h-2Z"
      fillRule="evenodd"
    />
    <path
      d="M14.500 14.500a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm0 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM34 20a5 5 0 1 1 0 10.500A5 5 0 0 1 34 20Zm0 3a2.200 2.200 0 1 0 0 4.500A2.200 2.200 0 0 0 34 23Z"
      fillRule="evenodd"
    />
  </>
);
const excavator = (
  <>
    <path
      d="M5 24h22a3.500 3.500 0 0 1 0 7H5a3.500 3.500 0 0 1 0-7Zm1 2.200a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600Zm20 0a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600Z"
      fillRule="evenodd"
    />
    <path
      d="M5 15h8V8a2 2 0 0 1 2-2h6l4 8v8H6a3 3 0 0 1-3-3v-2a2 2 0 0 1 2-2Zm10.500-6.500V14h7l-2.700-5.500Z"
      fillRule="evenodd"
    />
    <path d="m23.500 13.500 8-11.800a1.800 1.800 0 0 1 2.800-.2L44 12.800l-1.200 8.700 2.400 3.200a7 7 0 0 1-8.700 1l1-4.700 2.300-.6.7-6.200-7.400-8.700-6.600 10.300Z" />
  </>
);
