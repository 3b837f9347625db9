import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useT } from '../lib/i18n';
import { explainCutOff, keptAnswers, onKept } from '../lib/kept';
import { useLiveState } from '../lib/live/live';
import { who } from '../lib/session/session';
import { registerWorker, removeSeen } from '../lib/worker';

/** Registers the worker that opens the console without a connection, and reads everything again when there is one. */
export function Offline() {
  const cache = useQueryClient();
  const t = useT();
  const { state } = useLiveState();
  useEffect(() => explainCutOff(t('live.noActs')), [t]);
  useEffect(() => {
    // what somebody else has left, whose browser was closed without a logout
    removeSeen(who()?.sid ?? null);
    registerWorker().catch(() => undefined);
  }, []);
  useEffect(() => {
    let was = keptAnswers().size > 0;
    return onKept(() => {
      const is = keptAnswers().size > 0;
      if (was && !is) void cache.invalidateQueries();
      was = is;
    });
  }, [cache]);
  useEffect(() => {
    if (state === 'live' && keptAnswers().size > 0) void cache.invalidateQueries();
  }, [cache, state]);
  return null;
}
