import type { Config } from '../config';

/**
 * MQTT client id of a process: its broker session is found again by it after a restart, so no other process may use it.
 */
export const clientIdOf = (
  { MQTT_SHARED, MQTT_CLIENT_NAME }: Config,
  part: 'ingest' | 'alerts' | 'diagnosis',
): string => (MQTT_SHARED ? `headland-${part}-${MQTT_CLIENT_NAME}` : `headland-${part}`);
