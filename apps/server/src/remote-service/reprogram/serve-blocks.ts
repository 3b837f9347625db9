import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { blockTopic } from '@headland/contracts/device/flash';
import { blockSpan } from '@headland/domain/reprogram/blocks';
import { FileStore } from '../../platform/files/file-store';
import { LOG } from '../../platform/log';
import { BlockLine } from '../../platform/mqtt/block-line';
import { Problem } from '../../platform/problem';
import { FailFlash } from './fail-flash.command';
import type { Answer } from './apply-flash-message.tx';
import { OfferToDevice } from './offer-program.tx';

/** Files of 32 MB at the most. */
const maxRecent = 2;

/** Sends a device the requested blocks. It requests lost ones again. */
@Injectable()
export class ServeBlocks {
  constructor(
    private readonly files: FileStore,
    private readonly line: BlockLine,
    private readonly offers: OfferToDevice,
    private readonly commands: CommandBus,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Recent programs, complete, by their hash when read: the same one is sent to many devices at once. */
  private readonly recent = new Map<string, Promise<Program>>();

  async answer({ deviceId, token, blocks, cancel }: Answer): Promise<void> {
    try {
      if (cancel) await this.offers.cancel({ token, device_id: deviceId });
      if (blocks === undefined) return;
      const { fileId, bytes, sha256, range } = blocks;
      const file = await this.programOf(fileId).catch(noneIfGone);
      // only the offered and signed bytes are sent: a changed file is rejected
      if (file?.sha256 !== sha256 || file.bytes.length !== bytes) {
        this.log.error(
          { file: fileId, device: deviceId, bytes: file?.bytes.length ?? null },
          'a stored program is not what was offered; no block is sent',
        );
        return await this.commands.execute(new FailFlash(token, 'fileChanged'));
      }
      const messages = Array.from({ length: range[1] - range[0] + 1 }, (_, i) => {
        const block = range[0] + i;
        const { from, to } = blockSpan(block, bytes);
        return { topic: blockTopic(deviceId, token, block), payload: file.bytes.subarray(from, to) };
      });
      await this.line.send(messages);
    } catch (error) {
      this.log.warn(
        { error: (error as Error).message, device: deviceId },
        'blocks not sent; the device requests them again',
      );
    }
  }

  private programOf(id: string): Promise<Program> {
    const known = this.recent.get(id);
    this.recent.delete(id);
    const file = known ?? this.files.read(id).then(hashed);
    this.recent.set(id, file);
    file.catch(() => this.recent.delete(id));
    const [oldest] = this.recent.keys();
    if (this.recent.size > maxRecent && oldest !== undefined) this.recent.delete(oldest);
    return file;
  }
}

interface Program {
  bytes: Buffer;
  sha256: string;
}
const noneIfGone = (error: unknown): null => {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
  throw error;
};
const hashed = (bytes: Buffer): Program => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
