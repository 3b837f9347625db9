import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { noticeIsSent, noticeMessagesEnd } from '../../messages/deliveries/notice-delivery.tx';
import { recordController } from '../../platform/records/record-controller';
import { bulkController } from '../content-base/bulk-controller';
import { judgePush } from './notice-push.reads';
import { keepFigures } from './notice-push.tx';
import { Notice } from './notice.entity';
import { noticeRecord } from './notice.record';
import { NoticesController } from './notices.controller';
import { PushNoticeHandler } from './push-notice.command';
import { PushNoticesWhenPublished } from './push-notices-when-published';

/** Notices of the app. Needs DeliveriesModule for their pushes. */
@Module({
  imports: [TypeOrmModule.forFeature([Notice])],
  controllers: [NoticesController, bulkController(noticeRecord), recordController(noticeRecord)],
  providers: [PushNoticeHandler, PushNoticesWhenPublished],
})
export class NoticesModule {
  constructor() {
    noticeIsSent.add(judgePush);
    noticeMessagesEnd.add(keepFigures);
  }
}
