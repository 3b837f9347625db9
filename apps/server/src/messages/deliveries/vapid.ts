import { createECDH } from 'node:crypto';
import type { Config } from '../../platform/config';
import { senderOf } from './mailer';

export interface Vapid {
  subject: string;
  publicKey: string;
  privateKey: string;
}

/**
 * Identifies this server to push services; null if web push is not configured. The public key is derived from the
 * private one.
 */
export function vapidOf(
  config: Pick<Config, 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'MAIL_FROM' | 'PUBLIC_URL'>,
): Vapid | null {
  if (config.VAPID_PRIVATE_KEY === undefined) return null;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(config.VAPID_PRIVATE_KEY, 'base64url');
  return {
    subject: config.VAPID_SUBJECT ?? `mailto:${senderOf(config).address}`,
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: config.VAPID_PRIVATE_KEY,
  };
}

/**
 * Whether a browser's endpoint belongs to a push service: the server sends to no other, least of all to its own
 * network.
 */
export function isPushService(endpoint: string, config: Pick<Config, 'PUSH_HOSTS' | 'DEVELOPMENT'>): boolean {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol !== 'https:' && !(config.DEVELOPMENT && protocol === 'http:')) return false;
  return config.PUSH_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** A point of the curve used for encrypting pushes. */
export function isPublicKey(p256dh: string): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
