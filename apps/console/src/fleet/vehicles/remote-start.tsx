import { chakra, Flex } from '@chakra-ui/react';
import type { StartCommand } from '@headland/contracts/device/down';
import { type RemoteStart, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { startRefusal, startsOf, startWithinMs } from '@headland/domain/remote-start';
import { useQuery } from '@tanstack/react-query';
import { Power, Thermometer } from 'lucide-react';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { useAction } from '../../ui/use-action';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Checkbox } from '../../ui/field';
import { StateMark } from '../../ui/state-mark';

/** How long the end of a request stays on the screen, and how often one that is under way is asked for, should the stream be lost. */
const shownMs = 60_000;
const pollMs = 2_000;

/** The last remote start of a vehicle whose model can do it. */
export function useLastStart({ id, remoteControl }: Pick<VehicleDetail, 'id' | 'remoteControl'>): RemoteStart | null {
  const { data } = useQuery({
    ...query(vehicles.lastStart, { params: { id } }),
    enabled: remoteControl !== 'none',
    refetchInterval: ({ state }) => (state.data?.state === 'requested' ? pollMs : false),
  });
  return data ?? null;
}

/** Starting the engine from afar, where the model is made for it: a machine moves, so it is confirmed twice, and the button shows what forbids it now. */
export function RemoteStartButtons({ vehicle, last }: { vehicle: VehicleDetail; last: RemoteStart | null }) {
  const { t, problem } = useI18n();
  const can = useCan();
  const [asking, setAsking] = useState<StartCommand | null>(null);
  const [nobodyNear, setNobodyNear] = useState(false);
  const close = (): void => {
    setAsking(null);
    setNobodyNear(false);
  };
  const act = useAction(vehicles.remoteStart, { done: close });
  if (!can(vehicles.remoteStart.allow)) return null;
  const { now } = vehicle;
  const machine = {
    remoteControl: vehicle.remoteControl,
    hasDevice: vehicle.deviceId !== null,
    online: vehicle.online,
    engine: now.engine,
    speed: now.values.speed ?? null,
    openSos: vehicle.openSos,
    held: vehicle.served !== null && !vehicle.served.mine,
    underway: last?.state === 'requested',
  };
  const { by = '', organization = '', since = '' } = vehicle.served ?? {};
  const held = new Problem('VEHICLE_HELD', { by, organization, since });
  return (
    <>
      {startsOf(vehicle.remoteControl).map((command) => {
        const refused = startRefusal(command, machine);
        return (
          <Button
            key={command}
            icon={command === 'start' ? <Power size={15} /> : <Thermometer size={15} />}
            disabled={refused !== null}
            reason={
              refused === null
                ? undefined
                : refused === 'held'
                  ? problem(held)
                  : t('error.REMOTE_START_REFUSED', { reason: refused })
            }
            onClick={() => setAsking(command)}
          >
            {t(`vehicle.start.${command}`)}
          </Button>
        );
      })}
      <Dialog
        open={asking !== null}
        onClose={close}
        title={asking && t(`vehicle.start.ask.${asking}`, { vin: vehicle.vin })}
        confirm={{
          label: t('vehicle.start.confirm'),
          danger: true,
          disabled: !nobodyNear,
          busy: act.busy,
          onConfirm: () =>
            asking && act.run({ params: { id: vehicle.id }, body: { command: asking, nobodyNear: true } }),
        }}
      >
        <chakra.p mb="3">{t('vehicle.start.text', { seconds: startWithinMs / 1000 })}</chakra.p>
        <Checkbox checked={nobodyNear} onChange={setNobodyNear}>
          {t('vehicle.start.nobodyNear')}
        </Checkbox>
      </Dialog>
    </>
  );
}

/** What became of a remote start: under way with the seconds that its engine has left and then its terminal, which reports now and then; how it ended, for a minute. */
export function RemoteStartResult({ last }: { last: RemoteStart | null }) {
  const { t } = useI18n();
  const now = useNow();
  if (last === null || (last.endedAt !== null && now - Date.parse(last.endedAt) > shownMs)) return null;
  const startBy = Date.parse(last.requestedAt) + startWithinMs;
  const left = Math.max(0, Math.ceil(((now < startBy ? startBy : Date.parse(last.dueAt)) - now) / 1000));
  const state = last.state === 'failed' ? 'today' : 'normal';
  const text =
    last.state === 'requested'
      ? t(now < startBy ? 'vehicle.start.underway' : 'vehicle.start.awaitsReport', { left })
      : last.state === 'succeeded'
        ? t('vehicle.start.succeeded')
        : t(`vehicle.start.failed.${last.failure ?? 'timeout'}`);
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      px="4"
      py="2"
      flexShrink={0}
      textStyle="dense"
      bg={`${state}.soft`}
      color={state === 'normal' ? 'ink' : 'today.ink'}
      borderY="1px solid"
      borderColor={`${state}.line`}
    >
      <StateMark state={state} size={10} />
      <chakra.span className="num" aria-live={last.state === 'requested' ? 'off' : undefined}>
        {text}
      </chakra.span>
    </Flex>
  );
}
