import { useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../lib/i18n';
import { toast } from './toast';

/**
 * Says what was done and offers to take it back for eight seconds: `undo(t('faq.toast.deleted', { name }), () => call(…))`. The server has done
 * it already and takes it back itself, so that the screen never says what is not so. For what touches no machine,
 * no right and no money; the others ask first. With a `key` a newer one takes the place of an older one.
 */
export function useUndo(): (said: string, takeBack: () => Promise<unknown>, key?: string) => void {
  const { t, problemLine } = useI18n();
  const cache = useQueryClient();
  return (said, takeBack, key) => {
    const run = async (): Promise<void> => {
      try {
        await takeBack();
        toast(t('common.undone'));
      } catch (error) {
        toast(problemLine(error), 'watch');
      }
      void cache.invalidateQueries();
    };
    toast(said, 'normal', { label: t('common.undo'), run: () => void run(), ...(key !== undefined && { key }) });
  };
}
