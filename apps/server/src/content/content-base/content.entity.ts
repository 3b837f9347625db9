import { Column, DeleteDateColumn, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { Display } from '@headland/contracts/posting';

/** What notices, FAQ and posts have in common; their pictures and readers are in tables of their own. */
export abstract class Content {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') title: string;
  /** as `richTextOf` makes it */
  @Column('text') content: string;
  @Column('text') contentText: string;
  @Column('text') display: Display;
  @Column('text') registrant: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') changedAt: Date;
  @DeleteDateColumn({ type: 'timestamptz' }) removedAt: Date | null;
}

export abstract class PostedContent extends Content {
  @Column('date') startOn: string | null;
  @Column('date') endOn: string | null;
}
