import { Copy } from 'lucide-react';
import { useT } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { copyText } from '../../ui/copy-text';

export function CopyButton({ text }: { text: string }) {
  const t = useT();
  return (
    <IconButton label={t('common.copy')} h="7" w="7" icon={<Copy size={14} />} onClick={() => void copyText(text, t)} />
  );
}
