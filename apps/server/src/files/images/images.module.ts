import { Module } from '@nestjs/common';
import { ImagesController } from './images.controller';
import { UploadImageHandler } from './upload-image.command';

/** Pictures of records. */
@Module({ controllers: [ImagesController], providers: [UploadImageHandler] })
export class ImagesModule {}
