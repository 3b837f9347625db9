import { chakra } from '@chakra-ui/react';
import { useI18n } from '../lib/i18n';

/** A number with its unit in a lighter tone; a missing value is –, never 0. */
export function Figure({ value, unit, digits }: { value: number | null | undefined; unit?: string; digits?: number }) {
  const { number, t } = useI18n();
  if (value === null || value === undefined) return <span title={t('common.missing')}>–</span>;
  return (
    <chakra.span className="num" whiteSpace="nowrap">
      {number(value, digits)}
      {unit !== undefined && <span className="unit">{unit}</span>}
    </chakra.span>
  );
}
