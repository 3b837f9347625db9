import { chakra, Flex } from '@chakra-ui/react';
import type { ModelDetail } from '@headland/contracts/model';
import { vehicles } from '@headland/contracts/vehicle';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Progress } from '../../ui/progress';
import { StateMark } from '../../ui/state-mark';
import { underWay } from './use-model';

/** How many vehicles there are of it, and how far their devices know what is configured here. */
export function ModelFleet({ model }: { model: ModelDetail }) {
  const { t, number } = useI18n();
  const can = useCan();
  const { devices, sent, confirmed } = model.delivery;
  const figure = (
    <chakra.b textStyle="head" className="num">
      {number(model.vehicles)}
    </chakra.b>
  );
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'auto minmax(0,1fr)' }}>
      <chakra.div minW="120px">
        <chakra.div textStyle="small" color="ink3">
          {t('model.vehicles')}
        </chakra.div>
        {model.vehicles > 0 && can(vehicles.list.allow) ? (
          <chakra.span color="accent" css={{ '& a:hover': { textDecoration: 'underline' } }}>
            <Link to="/status" search={{ model: [model.name] }} title={t('model.toVehicles', { n: model.vehicles })}>
              {figure}
            </Link>
          </chakra.span>
        ) : (
          figure
        )}
      </chakra.div>
      <chakra.div minW="0">
        <Flex textStyle="small" color="ink3" gap="2" align="center" mb="1">
          {t('model.delivery')}
          {devices > 0 && <StateMark state={underWay(model.delivery) ? 'watch' : 'normal'} size={9} />}
        </Flex>
        {devices === 0 ? (
          <chakra.p textStyle="dense" color="ink2">
            {t('model.deliveryNone')}
          </chakra.p>
        ) : (
          <>
            <Progress label={t('model.delivery')} most={devices} begun={sent} value={confirmed} />
            <chakra.p textStyle="dense" mt="1.5" className="num" aria-live="polite">
              {t('model.deliveryState', { devices: number(devices), sent: number(sent), confirmed: number(confirmed) })}
            </chakra.p>
            {underWay(model.delivery) && (
              <chakra.p textStyle="small" color="ink3">
                {t('model.deliveryWaits')}
              </chakra.p>
            )}
          </>
        )}
      </chakra.div>
    </chakra.div>
  );
}
