import { expect, it } from 'vitest';
import { hashDeviceSecret, verifyDeviceSecret } from './device-secret';

it('a secret is known by its own hash alone', () => {
  const hash = hashDeviceSecret('secret');
  expect(hash).toMatch(/^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/);
  expect(verifyDeviceSecret('secret', hash)).toBe(true);
  expect(hashDeviceSecret('secret')).not.toBe(hash);
  for (const wrong of ['', 'Secret', 'secret ']) expect(verifyDeviceSecret(wrong, hash), wrong).toBe(false);
  for (const broken of ['', 'secret', '$7$101$', '$6$x$y', '$7$0$AAAA$AAAA', `${hash}$`, hash.slice(0, -8)])
    expect(verifyDeviceSecret('secret', broken), broken).toBe(false);
});
