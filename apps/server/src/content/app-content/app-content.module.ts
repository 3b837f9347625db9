import { Module } from '@nestjs/common';
import { ContentViews } from '../content-base/content-views';
import { RemovedContent } from '../content-base/removed-content';
import { AppContentController } from './app-content.controller';
import { AppImagesController } from './app-images.controller';

/** Notices, FAQ and posts as the app shows them. */
@Module({ controllers: [AppContentController, AppImagesController], providers: [ContentViews, RemovedContent] })
export class AppContentModule {}
