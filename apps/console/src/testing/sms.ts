import type { Answer } from '@headland/contracts/endpoint';
import type { SmsChallenge } from '@headland/contracts/session';
import { session } from '@headland/contracts/session';
import { answer } from './fake-back-end';

/** A code by SMS on its way, for tests of the pages around the login: sent just now, or some seconds ago. */
export function aCode(secondsAgo = 0, more: Partial<SmsChallenge> = {}): SmsChallenge {
  const sentAt = Date.now() - secondsAgo * 1000;
  return {
    smsId: '5b1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4a',
    phone: '010-****-1234',
    expiresAt: new Date(sentAt + 180_000).toISOString(),
    resendAt: new Date(sentAt + 60_000).toISOString(),
    triesLeft: 5,
    ...more,
  };
}

export const aConfig = (more: Partial<Answer<typeof session.config>> = {}) =>
  answer(session.config, () => ({
    version: '1.0.0',
    development: false,
    mapLayers: [],
    mapLayer: null,
    mapLink: null,
    addressSearch: false,
    signOn: null,
    queryMaxDays: 31,
    productTimeZone: 'Asia/Seoul',
    shopHost: 'https://shop.example.com',
    demoAccounts: [],
    ...more,
  }));
