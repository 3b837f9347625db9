export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" strokeWidth="2.4" aria-hidden="true">
      <path d="M3 2v16M17 2v16" stroke="currentColor" />
      <path d="M3 12c4.5 0 4.5-4 7-4s2.5 4 7 4" stroke="var(--accent)" />
    </svg>
  );
}
