import { chakra, Flex } from '@chakra-ui/react';
import type { PushDevice } from '@headland/contracts/notification';
import { BellRing, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { type usePush } from '../../shell/push';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { StateMark } from '../../ui/state-mark';
import { toast } from '../../ui/toast';
import { EndRow } from './end-row';
import { useAgentName } from './use-agent-name';

type Device = z.output<typeof PushDevice>;

/** Web push: this browser on or off and why not, and every registered browser of the member. */
export function PushDevices({ push }: { push: ReturnType<typeof usePush> }) {
  const brief = useBriefText();
  const { t, problemLine } = useI18n();
  const agentName = useAgentName();
  const [ending, setEnding] = useState<Device | null>(null);
  const failed = (error: unknown) => toast(problemLine(error), 'now');
  const turnOn = () => push.turnOn().then((on) => on && toast(t('push.turnedOn')), failed);
  const [busy, setBusy] = useState(false);
  const end = (device: Device) => {
    setBusy(true);
    return push
      .end(device.id)
      .then(() => toast(t('push.ended')), failed)
      .finally(() => {
        setEnding(null);
        setBusy(false);
      });
  };
  return (
    <Section title={t('push.title')}>
      {push.state !== 'checking' && (
        <Flex direction="column" align="flex-start" gap="2" mb="2">
          <Flex gap="2" align="baseline" color="ink2">
            <chakra.span flexShrink={0}>
              <StateMark state={push.state === 'on' ? 'normal' : push.state === 'blocked' ? 'watch' : 'off'} size={9} />
            </chakra.span>
            <span role="status">{t(`push.state.${push.state}`)}</span>
          </Flex>
          {push.state === 'off' && (
            <Button icon={<BellRing size={15} />} busy={push.busy} onClick={() => void turnOn()}>
              {t('push.turnOn')}
            </Button>
          )}
          {push.failure && (
            <chakra.p role="alert" color="now.ink" textStyle="small">
              {t(`push.${push.failure}`)}
            </chakra.p>
          )}
        </Flex>
      )}
      {push.devices ? (
        push.devices.length === 0 ? (
          <chakra.p color="ink3">{t('push.none')}</chakra.p>
        ) : (
          <ul>
            {push.devices.map((d) => (
              <EndRow
                key={d.id}
                icon={<Smartphone size={16} strokeWidth={1.6} />}
                name={agentName(d.agent)}
                here={d.id === push.hereId ? t('push.here') : null}
                note={t('push.since', {
                  day: dayText(d.createdAt),
                  last: d.lastUsedAt === null ? '–' : brief(d.lastUsedAt),
                })}
                onEnd={() => setEnding(d)}
              />
            ))}
          </ul>
        )
      ) : push.error ? (
        <ErrorState error={push.error} compact onRetry={() => void push.refetch()} />
      ) : (
        <Skeleton rows={1} />
      )}
      <Dialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t('push.endTitle', { device: agentName(ending?.agent ?? null) })}
        confirm={{ label: t('myInfo.end'), busy, onConfirm: () => ending && void end(ending) }}
      >
        {t('push.endText')}
      </Dialog>
    </Section>
  );
}
