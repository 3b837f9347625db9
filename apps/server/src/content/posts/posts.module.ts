import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { bulkController } from '../content-base/bulk-controller';
import { Post } from './post.entity';
import { postRecord } from './post.record';

@Module({
  imports: [TypeOrmModule.forFeature([Post])],
  controllers: [bulkController(postRecord), recordController(postRecord)],
})
export class PostsModule {}
