import { Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { images } from '@headland/contracts/file';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { memberId, CurrentCaller, type Caller } from '../../platform/caller';
import { UploadImage } from './upload-image.command';

@Controller()
export class ImagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: FileStore,
  ) {}

  @Serve(images.upload)
  upload(
    { file }: Parsed<typeof images.upload>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<typeof images.upload>> {
    return this.commands.execute(new UploadImage(file, caller));
  }

  /** A picture of a record is for every member, one without a record for its uploader. A picture never changes under its id, so a browser keeps it. */
  @Serve(images.get)
  async get(
    { params: { id }, query: { size } }: Parsed<typeof images.get>,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reply<typeof images.get>> {
    const { kept, createdBy } = await this.files.find(id, 'image');
    if (!kept && createdBy !== memberId(caller)) throw new Problem('NOT_FOUND');
    const tag = `"${id}-${size}"`;
    response.set({ 'Cache-Control': 'private, max-age=31536000, immutable', ETag: tag });
    if (request.headers['if-none-match'] === tag) {
      response.status(304);
      return { name: null, bytes: new Uint8Array() };
    }
    return { name: null, bytes: await this.files.read(id, size) };
  }
}
