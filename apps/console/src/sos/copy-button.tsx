import { Copy } from 'lucide-react';
import { useWords } from '../lib/text';
import { IconButton } from '../ui/button';
import { toast } from '../ui/toast';

export function CopyButton({ text }: { text: string }) {
  const { t } = useWords();
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
