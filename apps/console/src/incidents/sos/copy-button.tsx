import { Copy } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { toast } from '../../ui/toast';

export function CopyButton({ text }: { text: string }) {
  const { t } = useI18n();
  return (
    <IconButton
      label={t('common.copy')}
      h="7"
      w="7"
      icon={<Copy size={14} />}
      onClick={() => void navigator.clipboard?.writeText(text).then(() => toast(t('common.copied')))}
    />
  );
}
