import type { SaleRow } from '@headland/contracts/sale';
import { useI18n } from '../../lib/i18n';
import { StateLabel } from '../../ui/status-chip';

export function SaleState({ state }: Pick<SaleRow, 'state'>) {
  const { t } = useI18n();
  return <StateLabel state={state === 'sold' ? 'normal' : 'off'}>{t(`sale.state.${state}`)}</StateLabel>;
}
