import type { Config } from '../config';

/** What is named after a process at the broker: its session is found again by it after a restart, and no other process may have it. */
export const clientIdOf = (
  { MQTT_SHARED, MQTT_CLIENT_NAME }: Config,
  part: 'ingest' | 'alerts' | 'diagnosis',
): string => (MQTT_SHARED ? `headland-${part}-${MQTT_CLIENT_NAME}` : `headland-${part}`);
