import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FlashOffer } from '@headland/contracts/device/flash';
import { signedText } from '@headland/domain/reprogram/offer';
import { flashKeyFile } from '../../platform/backup/keys';
import { CONFIG, type Config } from '../../platform/config';

/**
 * The key by which terminals verify our programs: configured (`FLASH_SIGNING_KEY`, PEM), or generated on first use and
 * stored in the data directory, readable by the server alone. Two processes that generate it at once keep the first.
 */
@Injectable()
export class SigningKey {
  private key: Promise<KeyObject> | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Ed25519, base64. */
  async sign(offer: Parameters<typeof signedText>[0]): Promise<FlashOffer['signature']> {
    return sign(null, Buffer.from(signedText(offer)), await this.privateKey()).toString('base64');
  }

  async publicPem(): Promise<string> {
    return createPublicKey(await this.privateKey())
      .export({ type: 'spki', format: 'pem' })
      .toString();
  }

  private privateKey(): Promise<KeyObject> {
    this.key ??= this.find().catch((error: unknown) => {
      this.key = null;
      throw error;
    });
    return this.key;
  }

  private async find(): Promise<KeyObject> {
    const given = this.config.FLASH_SIGNING_KEY;
    if (given !== undefined) return ed25519(given);
    const path = flashKeyFile(this.config.DATA_DIR);
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await mkdir(this.config.DATA_DIR, { recursive: true });
    await writeFile(path, made, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return ed25519(await readFile(path, 'utf8'));
  }
}

function ed25519(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('FLASH_SIGNING_KEY is not an Ed25519 key');
  return key;
}
