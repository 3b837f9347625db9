import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { useNavigate } from '@tanstack/react-router';
import { useI18n } from '../lib/i18n';
import { useAction } from '../ui/use-action';
import { useStill } from '../lib/use-still';
import { Age } from '../ui/age';
import { Button } from '../ui/button';
import { StateMark } from '../ui/state-mark';

/** All unacknowledged SOS, below the red bar: each with its age and its own button. */
export function SosBarList({ id, alerts, onClose }: { id: string; alerts: readonly SosRow[]; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <chakra.ul
      id={id}
      aria-label={t('sosBar.all')}
      pos="absolute"
      top="100%"
      left="0"
      right="0"
      maxH="60vh"
      overflowY="auto"
      bg="raised"
      color="ink"
      boxShadow="high"
      borderBottom="1px solid"
      borderColor="now.line"
      listStyleType="none"
      textStyle="body"
    >
      {alerts.map((sos, at) => (
        <Raised key={sos.id} sos={sos} at={at} onClose={onClose} />
      ))}
    </chakra.ul>
  );
}

function Raised({ sos, at, onClose }: { sos: SosRow; at: number; onClose: () => void }) {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const acknowledge = useAction(sosAlerts.acknowledge, {
    success: ({ vehicle }) => t('sosBar.acknowledged', { vin: vehicle.vin }),
  });
  // a row that has just moved is where another one was
  const still = useStill(String(at));
  return (
    <Flex
      as="li"
      align="center"
      gap="3"
      px="4"
      py="2"
      borderTop="1px solid"
      borderColor="line"
      _first={{ borderTop: '0' }}
      wrap={{ base: 'wrap', md: 'nowrap' }}
    >
      <StateMark state="now" size={16} />
      <chakra.button
        type="button"
        flex="1"
        minW="0"
        textAlign="left"
        cursor="pointer"
        onClick={() => {
          onClose();
          void navigate({ to: '/sos', search: { id: String(sos.id) } });
        }}
      >
        <chakra.b fontWeight="700" mr="2" whiteSpace="nowrap">
          {t(`sosType.${sos.type}`)}
        </chakra.b>
        <span className="num">{sos.vehicle.vin}</span>
        <chakra.span display="block" color="ink2" textStyle="dense" overflowWrap="anywhere">
          {sos.agency.name} · {sos.place ? of(sos.place) : t('sosBar.noPlace')}
        </chakra.span>
      </chakra.button>
      <chakra.span className="num" font="600 18px/24px var(--font)" color="now.ink">
        <Age since={sos.raisedAt} style="clock" />
      </chakra.span>
      <Button
        aria-label={t('sosBar.acknowledgeOne', { vin: sos.vehicle.vin })}
        minH={{ base: '11', md: '8' }}
        busy={acknowledge.busy}
        disabled={!still}
        onClick={() => acknowledge.run({ params: { id: sos.id } })}
      >
        {t('sosBar.acknowledge')}
      </Button>
    </Flex>
  );
}
