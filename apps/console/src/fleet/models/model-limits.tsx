import { chakra, Flex } from '@chakra-ui/react';
import type { ModelDetail } from '@headland/contracts/model';
import { useI18n } from '../../lib/i18n';
import { TiltDial } from '../../ui/tilt-figure';
import { axes, deviceTypes } from './model-values';

/** When a vehicle of the model counts as rolled over, by type of its device. */
export function ModelLimits({ model }: { model: ModelDetail }) {
  const { t, number } = useI18n();
  return (
    <Flex direction="column" gap="4">
      {deviceTypes.map((type) => (
        <div key={type}>
          <chakra.h3 textStyle="label" color="ink2" mb="2">
            {t('model.deviceType', { n: type })}
          </chakra.h3>
          <chakra.div display="grid" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(150px, 1fr))">
            {axes.map((axis) => {
              const degrees = model.rollover[type][axis];
              return (
                <Flex key={axis} gap="2.5" align="center">
                  <TiltDial degrees={degrees} limit={degrees} size={52} />
                  <div>
                    <chakra.div color="ink3" textStyle="small">
                      {t(`model.axis.${axis}`)}
                    </chakra.div>
                    <chakra.div className="num" textStyle="lead" fontWeight="600">
                      {number(degrees, 1)}°
                    </chakra.div>
                  </div>
                </Flex>
              );
            })}
          </chakra.div>
        </div>
      ))}
    </Flex>
  );
}
