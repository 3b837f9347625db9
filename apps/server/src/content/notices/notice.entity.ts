import { Column, Entity } from 'typeorm';
import type { NoticeBody, NoticePush } from '@headland/contracts/notice';
import { PostedContent } from '../content-base/content.entity';

/** A notice as staff write it; how far its push has come is written by the job that sends it. */
@Entity('notice')
export class Notice extends PostedContent {
  @Column('text') type: NoticeBody['type'];
  @Column('text') target: NoticeBody['target'];
  @Column('text') os: NoticeBody['os'];
  @Column('text') pushState: NoticePush['state'];
}
