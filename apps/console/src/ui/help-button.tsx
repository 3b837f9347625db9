import { useNavigate } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { useT } from '../lib/i18n';
import { IconButton } from './button';

/**
 * In the head of every screen: opens its help beside it. `?` does the same, see the shell. On a phone, whose heads have no
 * room for one more button, it is in the top bar.
 */
export function HelpButton({ inBar = false }: { inBar?: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <IconButton
      label={t('common.help')}
      aria-keyshortcuts="?"
      data-opens="help"
      css={inBar ? undefined : { '@media (max-width: 767px)': { display: 'none' } }}
      icon={<CircleQuestionMark size={17} strokeWidth={1.6} />}
      onClick={() =>
        void navigate({
          to: '.',
          search: (old: Record<string, unknown>) => ({ ...old, panel: 'help' }),
          state: (old) => ({ ...old, panelOpened: true }),
        })
      }
    />
  );
}
