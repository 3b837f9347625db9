import { Copy } from 'lucide-react';
import { useT } from '../lib/i18n';
import { Button } from './button';
import { toast } from './toast';

/** Copies and confirms it; or shows that the browser refuses (a page without https has no clipboard). */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const t = useT();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      toast(t('common.copied'));
    } catch {
      toast(t('history.copyFailed'), 'watch');
    }
  };
  return (
    <Button icon={<Copy size={14} />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
