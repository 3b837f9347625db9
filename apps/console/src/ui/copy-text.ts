import type { Translate } from '../lib/i18n';
import { toast } from './toast';

interface Said {
  /** the text of the toast; none: "Copied" */
  copied?: string;
  /** instead of the toast that asks to copy it by hand */
  refused?: () => void;
}

/** Copies and confirms it; or shows that the browser refuses (a page without https has no clipboard). */
export async function copyText(text: string, t: Translate, { copied, refused }: Said = {}): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (refused) refused();
    else toast(t('history.copyFailed'), 'watch');
    return;
  }
  toast(copied ?? t('common.copied'));
}
