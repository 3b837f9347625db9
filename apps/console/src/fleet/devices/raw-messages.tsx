import { chakra, Flex } from '@chakra-ui/react';
import { devices, type RawMessage } from '@headland/contracts/device';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { ErrorState } from '../../ui/states';

const pollMs = 2_000;

/** What the device sends, live, while the page is open: each request renews the server's subscription. */
export function RawMessages({ id }: { id: number }) {
  const { t } = useI18n();
  const [looking, setLooking] = useState(false);
  const { data, error, refetch } = useQuery({
    ...query(devices.messages, { params: { id } }),
    enabled: looking,
    refetchInterval: pollMs,
    // messages of half an hour ago are of no use here
    gcTime: 0,
  });
  if (!looking)
    return (
      <Flex gap="4" align="center" wrap="wrap">
        <chakra.p flex="1" minW="200px" textStyle="dense" color="ink2">
          {t('device.raw.text')}
        </chakra.p>
        <Button icon={<Radio size={15} />} onClick={() => setLooking(true)}>
          {t('device.raw.start')}
        </Button>
      </Flex>
    );
  return (
    <Flex direction="column" gap="3">
      <Flex gap="3" align="center">
        <chakra.span role="status" flex="1" textStyle="dense" color="ink2">
          {data && data.messages.length > 0
            ? t('device.raw.count', { n: data.messages.length })
            : data?.listening === false
              ? t('device.raw.away')
              : t('device.raw.waiting')}
        </chakra.span>
        <Button onClick={() => setLooking(false)}>{t('device.raw.stop')}</Button>
      </Flex>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      <chakra.div display="grid" gap="2" maxH="480px" overflowY="auto" tabIndex={0} aria-label={t('device.raw')}>
        {data?.messages.map((m) => (
          <Message key={`${m.receivedAt} ${m.topic} ${m.text.slice(0, 80)}`} message={m} />
        ))}
      </chakra.div>
    </Flex>
  );
}

/** Topics are distinguished by their last segment; a click opens what was sent. */
function Message({ message: m }: { message: RawMessage }) {
  const { t } = useI18n();
  return (
    <chakra.details border="1px solid" borderColor="line" borderRadius="control" textStyle="dense">
      <chakra.summary display="flex" gap="3" px="3" py="1.5" cursor="pointer" flexWrap="wrap" alignItems="baseline">
        <chakra.span className="num" color="ink2">
          {timeText(m.receivedAt)}
        </chakra.span>
        <chakra.b>{m.topic.split('/').at(-1)}</chakra.b>
        {m.retained && <chakra.span color="ink3">{t('device.raw.retained')}</chakra.span>}
        <chakra.span flex="1" />
        <chakra.span color={m.encoding === 'unknown' ? 'watch.ink' : 'ink3'}>
          {m.encoding === 'unknown' ? t('device.raw.unknown') : m.encoding.toUpperCase()}
        </chakra.span>
        <chakra.span className="num" color="ink3">
          {t('device.raw.bytes', { n: m.bytes })}
        </chakra.span>
      </chakra.summary>
      <chakra.pre
        px="3"
        py="2"
        m="0"
        bg="sunken"
        borderTop="1px solid"
        borderColor="line"
        overflowX="auto"
        fontFamily="monospace"
        fontSize="12px"
        lineHeight="18px"
        whiteSpace={m.encoding === 'unknown' ? 'pre-wrap' : 'pre'}
      >
        {m.text}
      </chakra.pre>
      {m.cut && (
        <chakra.p px="3" py="1" textStyle="small" color="ink3" bg="sunken">
          {t('device.raw.cut')}
        </chakra.p>
      )}
    </chakra.details>
  );
}
