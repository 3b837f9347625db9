import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { BannerStatus } from '@headland/contracts/gpt-banner';

@Entity('gpt_banner')
export class GptBanner {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') name: string;
  @Column('date') startOn: string;
  @Column('date') endOn: string;
  @Column('text') url: string;
  /** null: deleted, and too long ago to be taken back */
  @Column('text') imageId: string | null;
  @Column('text') imageAlt: string | null;
  @Column('text') content: string;
  @Column('text') createdBy: string;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') suspendedAt: Date | null;
  @Column('text') suspendedBy: string | null;
  /** the status that the last event told */
  @Column('text') announced: BannerStatus;
  @DeleteDateColumn({ type: 'timestamptz' }) removedAt: Date | null;
}
