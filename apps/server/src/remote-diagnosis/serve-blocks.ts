import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { blockTopic } from '@headland/contracts/device/flash';
import { blockSpan } from '@headland/domain/reprogram/blocks';
import { FileStore } from '../platform/files/file-store';
import { LOG } from '../platform/log';
import { Publisher } from '../platform/mqtt/publisher';
import type { Answer } from './hear-flash.part';
import { OfferToDevice } from './start-flash.command';

/** Files of 32 MB at the most. */
const mostRecent = 2;

/** Sends a device the blocks that it asked for. What does not arrive it asks for again. */
@Injectable()
export class ServeBlocks {
  constructor(
    private readonly files: FileStore,
    private readonly publisher: Publisher,
    private readonly offers: OfferToDevice,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Programs of late, whole: the same one goes to many devices at once. */
  private readonly recent = new Map<string, Promise<Buffer>>();

  async answer({ deviceId, token, blocks, cancel }: Answer): Promise<void> {
    try {
      if (cancel) await this.offers.cancel({ token, device_id: deviceId });
      if (blocks === undefined) return;
      const { fileId, bytes, range } = blocks;
      const file = await this.fileOf(fileId);
      // what was offered is what is sent: a file that has another size by now is none of ours
      if (file.length !== bytes) throw new Error(`${file.length} bytes in the store, ${bytes} were offered`);
      const each = Array.from({ length: range[1] - range[0] + 1 }, (_, i) => range[0] + i);
      await Promise.all(
        each.map((block) => {
          const { from, to } = blockSpan(block, bytes);
          return this.publisher.publish(blockTopic(deviceId, token, block), file.subarray(from, to));
        }),
      );
    } catch (error) {
      this.log.warn({ error: (error as Error).message, device: deviceId }, 'blocks not sent; the device asks again');
    }
  }

  private fileOf(id: string): Promise<Buffer> {
    const known = this.recent.get(id);
    this.recent.delete(id);
    const file = known ?? this.files.read(id);
    this.recent.set(id, file);
    file.catch(() => this.recent.delete(id));
    const [oldest] = this.recent.keys();
    if (this.recent.size > mostRecent && oldest !== undefined) this.recent.delete(oldest);
    return file;
  }
}
