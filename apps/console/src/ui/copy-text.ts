import type { Translate } from '../lib/i18n';
import { toast } from './toast';

/** Copies and confirms it; or shows that the browser refuses (a page without https has no clipboard). */
export async function copyText(text: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('common.copied'));
  } catch {
    toast(t('history.copyFailed'), 'watch');
  }
}
