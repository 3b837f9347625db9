import type { Config } from '../config';

/**
 * MQTT client id of a process, the same after each restart. One that works while others stand by continues the broker
 * session of the one before; of several that are dealt to, each has its own.
 */
export const clientIdOf = (
  { MQTT_CLIENT_NAME }: Config,
  part: 'ingest' | 'alerts' | 'diagnosis',
  dealt: boolean,
): string => (dealt ? `headland-${part}-${MQTT_CLIENT_NAME}` : `headland-${part}`);
