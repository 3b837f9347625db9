import { useT } from '../../lib/i18n';
import { agentOf } from './agent';

/** "Chrome on Windows", from its User-Agent. */
export function useAgentName(): (userAgent: string | null) => string {
  const t = useT();
  return (userAgent) => {
    const { browser, system } = agentOf(userAgent);
    if (browser !== null && system !== null) return t('agent.on', { browser, system });
    return browser ?? system ?? t('agent.unknown');
  };
}
