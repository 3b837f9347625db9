import { myInfo, type MySession } from '@headland/contracts/my-info';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { useAction } from '../../ui/use-action';
import { query } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { EndRow } from './end-row';
import { useAgentName } from './use-agent-name';

/** Where the member is logged in. This one ends by logging out. */
export function Sessions() {
  const brief = useBriefText();
  const { t } = useI18n();
  const agentName = useAgentName();
  const { data, error, refetch } = useQuery(query(myInfo.sessions));
  const [ending, setEnding] = useState<MySession | null>(null);
  const end = useAction(myInfo.endSession, { success: t('myInfo.sessionEnded') });
  return (
    <Section title={t('myInfo.sessions')}>
      {data ? (
        <ul>
          {data.map((s) => (
            <EndRow
              key={s.id}
              icon={<MonitorSmartphone size={16} strokeWidth={1.6} />}
              name={agentName(s.agent)}
              here={s.current ? t('myInfo.thisSession') : null}
              note={
                <>
                  {t('myInfo.sessionSince', { at: brief(s.startedAt), seen: brief(s.seenAt) })}
                  {s.address !== null && ` · ${s.address}`}
                </>
              }
              {...(s.current ? {} : { onEnd: () => setEnding(s) })}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={1} />
      )}
      <Dialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t('myInfo.endTitle', { device: agentName(ending?.agent ?? null) })}
        confirm={{
          label: t('myInfo.end'),
          danger: true,
          busy: end.busy,
          onConfirm: () =>
            ending &&
            void end.runAsync({ params: { id: ending.id } }).then(
              () => setEnding(null),
              () => setEnding(null),
            ),
        }}
      >
        {t('myInfo.endText')}
      </Dialog>
    </Section>
  );
}
