import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Feature } from '@headland/contracts/access';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import { images, type StoredImage } from '@headland/contracts/file';
import { holds } from '@headland/domain/access';
import { FileStore } from '../../platform/files/file-store';
import { Semaphore } from '../../platform/semaphore';
import { Problem } from '../../platform/problem';
import { memberId, type Caller } from '../../platform/caller';
import { readPicture } from './picture';

/** Takes a picture for a record that is being written; a record keeps it, or a day ends it. */
export class UploadImage extends Command<StoredImage> {
  constructor(
    readonly file: ReceivedFile,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Screens whose records have pictures: who writes none of them needs to send none. */
const withPictures: readonly Feature[] = [
  'breakdown',
  'remote',
  'afterService',
  'model',
  'notice',
  'post',
  'gptBanner',
  'category',
  'shopBanner',
  'parts',
];

@CommandHandler(UploadImage)
export class UploadImageHandler implements ICommandHandler<UploadImage> {
  /** One at a time: a large picture needs a few hundred megabytes while it is read. */
  private readonly inTurn = new Semaphore(1);

  constructor(private readonly files: FileStore) {}

  async execute({ file: { name: given, bytes }, caller: who }: UploadImage): Promise<StoredImage> {
    if (!mayUpload(who)) throw new Problem('FORBIDDEN');
    const { full, medium, thumb, width, height } = await this.inTurn.run(() => readPicture(bytes));
    // the sender's word for it, shown beside the picture
    const name = given.replaceAll(/\p{Cc}/gu, ' ');
    const id = await this.files.put(
      { kind: 'image', name, type: images.get.stream, createdBy: memberId(who), width, height },
      full,
      { medium, thumb },
    );
    return { id, name, width, height, bytes: full.length };
  }
}

const mayUpload = (caller: Caller): boolean =>
  withPictures.some((feature) => holds(caller, `${feature}:C`) || holds(caller, `${feature}:U`));
