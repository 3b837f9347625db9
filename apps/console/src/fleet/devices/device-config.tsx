import { chakra, Flex } from '@chakra-ui/react';
import type { DeviceDetail } from '@headland/contracts/device';
import type { ConfigDown } from '@headland/contracts/device/down';
import { sameConfig } from '@headland/domain/device';
import { useI18n, type I18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Facts } from '../../ui/panel';
import { type State, StateMark } from '../../ui/state-mark';
import { isWaiting } from './use-device';

/** The configuration of the device, whether it was sent, and whether the device has sent anything since. */
export function DeviceConfig({ device: d }: { device: DeviceDetail }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { wanted, sent } = d.config;
  if (wanted === null)
    return (
      <chakra.p textStyle="dense" color="ink2">
        {t('device.config.none')}
      </chakra.p>
    );
  const other = sent !== null && !sameConfig(wanted, sent);
  return (
    <>
      <Facts rows={configRows(i18n, wanted)} />
      <Delivery device={d} />
      {other && (
        <chakra.div mt="3">
          <chakra.h3 textStyle="label" color="ink3" mb="1">
            {t('device.config.sent')}
          </chakra.h3>
          <Facts rows={configRows(i18n, sent)} />
        </chakra.div>
      )}
      {d.vehicle === null && (
        <chakra.p mt="2" textStyle="small" color="ink3">
          {t('device.config.noVehicle')}
        </chakra.p>
      )}
    </>
  );
}

function Delivery({ device }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const { sentAt, confirmed, sent } = device.config;
  const at = sentAt === null ? '' : momentText(sentAt);
  const [state, text]: [State, string] = isWaiting(device)
    ? ['watch', t('device.config.waiting')]
    : sent === null
      ? ['off', t('device.config.never')]
      : confirmed
        ? ['normal', t('device.config.confirmed', { at })]
        : ['watch', t('device.config.sentAt', { at })];
  return (
    <Flex
      role="status"
      mt="2"
      gap="1.5"
      align="center"
      textStyle="small"
      color={state === 'watch' ? 'watch.ink' : 'ink2'}
    >
      <StateMark state={state} size={9} />
      {text}
    </Flex>
  );
}

const configRows = ({ t }: Pick<I18n, 't'>, { interval, rollover, remoteControl }: ConfigDown) =>
  [
    [t('device.interval'), t('device.intervalN', { n: interval })],
    [
      t('device.config.rollover'),
      (['x', 'y', 'z'] as const).map((axis) => `${t(`model.axis.${axis}`)} ${rollover[axis]}°`).join(' · '),
    ],
    [t('device.config.remoteControl'), t(`remoteControl.${remoteControl}`)],
  ] as const;
