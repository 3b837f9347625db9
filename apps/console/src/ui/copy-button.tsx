import { Copy } from 'lucide-react';
import { useT } from '../lib/i18n';
import { Button } from './button';
import { copyText } from './copy-text';

export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const t = useT();
  return (
    <Button icon={<Copy size={14} />} onClick={() => void copyText(text(), t)}>
      {label}
    </Button>
  );
}
