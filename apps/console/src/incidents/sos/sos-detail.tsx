import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosDetail as Sos } from '@headland/contracts/sos';
import { phoneText } from '@headland/domain/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Phone, X } from 'lucide-react';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { useMedia } from '../../lib/use-media';
import { query, useCan } from '../../lib/session/session';
import { Button, IconButton } from '../../ui/button';
import { DeliveryLog } from '../../ui/delivery-log';
import { ErrorState, Skeleton } from '../../ui/states';
import { dialable } from './phone';
import { SosActions } from './sos-actions';
import { SosAgencies } from './sos-agencies';
import { SosHead } from './sos-head';
import { SosPlace } from './sos-place';
import { SosRecord } from './sos-record';
import { Earlier, Timeline } from './sos-timeline';
import { Attitude, Values } from './sos-values';
import { red } from './sos-labels';
import { usePolling } from './use-polling';

/** One SOS: status, place, phone numbers, actions. In one column on a narrow screen, with the actions first. */
export function SosDetail({
  id,
  isKeyDisabled,
  onClose,
}: {
  id: number;
  /** A acknowledges it now */ isKeyDisabled: boolean;
  onClose: () => void;
}) {
  const {
    data: sos,
    error,
    refetch,
    dataUpdatedAt: readAt,
  } = useQuery({ ...query(sosAlerts.get, { params: { id } }), refetchInterval: usePolling() });
  const { t } = useI18n();
  const wide = useMedia('(min-width: 1200px)');
  if (!sos) {
    return (
      <chakra.div flex="1" p="3">
        <Flex justify="flex-end">
          <IconButton label={t('common.close')} icon={<X size={18} />} onClick={onClose} />
        </Flex>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} height={64} />}
      </chakra.div>
    );
  }
  const history = (
    <>
      <DeliveryLog list={sos.deliveries} permission="sos:U" />
      <Timeline sos={sos} />
      <SosRecord sos={sos} />
      <Earlier sos={sos} />
    </>
  );
  const acts = (
    <>
      <Person sos={sos} />
      <SosActions sos={sos} wide={wide} isKeyDisabled={isKeyDisabled} />
      <SosAgencies sos={sos} />
    </>
  );
  const scene = (
    <>
      <SosPlace sos={sos} readAt={readAt} />
      <Attitude sos={sos} readAt={readAt} />
      <Values sos={sos} readAt={readAt} />
    </>
  );
  if (!wide) {
    return (
      <Flex direction="column" flex="1" minW="0" minH="0">
        <chakra.div flex="1" minH="0" overflowY="auto" textStyle="dense">
          <SosHead sos={sos} onClose={onClose} />
          <chakra.div borderTop="1px solid" borderColor="line">
            {acts}
          </chakra.div>
          {scene}
          {history}
        </chakra.div>
        <ThumbBar sos={sos} />
      </Flex>
    );
  }
  return (
    <Flex direction="column" flex="1" minW="0" minH="0">
      <SosHead sos={sos} onClose={onClose} />
      <chakra.div
        flex="1"
        minH="0"
        display="grid"
        gridTemplateColumns="minmax(0,1fr) 388px"
        gridTemplateRows="minmax(0,1fr)"
        borderTop="1px solid"
        borderColor="line"
      >
        <Flex direction="column" minH="0" minW="0" overflowY="auto">
          {scene}
        </Flex>
        <chakra.div minH="0" overflowY="auto" borderLeft="1px solid" borderColor="line" textStyle="dense">
          {acts}
          {history}
        </chakra.div>
      </chakra.div>
    </Flex>
  );
}

/** On a phone the two urgent actions stay within reach of the thumb. */
function ThumbBar({ sos }: { sos: Sos }) {
  const { t } = useI18n();
  const can = useCan();
  const acknowledge = useAction(sosAlerts.acknowledge, { success: t('sos.toast.acknowledged') });
  const phone = dialable(sos.customer?.phone);
  const waits = sos.status === 'raised' && can(sosAlerts.acknowledge.allow);
  if (!waits && phone === null) return null;
  return (
    <Flex
      gap="2"
      px="4"
      py="2.5"
      pb="calc(10px + env(safe-area-inset-bottom))"
      bg="raised"
      borderTop="1px solid"
      borderColor="lineStrong"
      flexShrink={0}
    >
      {phone !== null && (
        <chakra.a href={`tel:${phone}`} flex="1">
          <Button as="span" large w="full" icon={<Phone size={17} />}>
            {t('sos.call')}
          </Button>
        </chakra.a>
      )}
      {waits && (
        <Button
          large
          flex="2"
          {...red}
          busy={acknowledge.busy}
          onClick={() => acknowledge.run({ params: { id: sos.id } })}
        >
          {t('sos.act.acknowledge')}
        </Button>
      )}
    </Flex>
  );
}

function Person({ sos }: { sos: Sos }) {
  const { t } = useI18n();
  const phone = dialable(sos.customer?.phone);
  return (
    <Flex px="4" py="3" align="center" gap="3">
      <chakra.div flex="1" minW="0">
        <chakra.div color="ink3" textStyle="small">
          {t('sos.driver')}
        </chakra.div>
        <chakra.div fontSize="16px" lineHeight="22px" overflowWrap="anywhere" color={sos.customer ? 'ink' : 'ink2'}>
          {sos.customer ? (
            <>
              <b>{sos.customer.name}</b>{' '}
              <chakra.span className="num" whiteSpace="nowrap">
                {sos.customer.phone && phoneText(sos.customer.phone)}
              </chakra.span>
            </>
          ) : (
            t('sos.noCustomer')
          )}
        </chakra.div>
      </chakra.div>
      {phone !== null && (
        <a href={`tel:${phone}`}>
          <Button as="span" icon={<Phone size={15} />}>
            {t('sos.call')}
          </Button>
        </a>
      )}
    </Flex>
  );
}
