import { useI18n } from '../../lib/i18n';
import { useConfig } from '../../lib/session/member';
import { TextField } from '../../ui/field';
import type { FieldProps } from '../../ui/field-frame';

/** The host of the shop; until it is known no address fits. */
export const useShopHost = (): string => useConfig()?.shopHost ?? '-';

export function ShopUrlField(field: FieldProps) {
  const { t } = useI18n();
  const host = useShopHost();
  return (
    <TextField
      maxLength={200}
      placeholder={`${host}/`}
      {...field}
      errorValues={{ host }}
      help={t('shop.urlHelp', { host })}
    />
  );
}
