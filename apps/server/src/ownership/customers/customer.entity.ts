import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { AppStatus } from '@headland/domain/customer';

/** A customer as staff write it; columns that the app writes are not in it. */
@Entity('customer')
export class Customer {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') loginId: string | null;
  @Column('text') name: string;
  @Column('date') birthOn: string | null;
  @Column('text') country: string;
  @Column('text') phone: string | null;
  @Column('text') email: string | null;
  @Column('text') postalCode: string | null;
  @Column('text') address: string | null;
  @Column('text') addressDetail: string | null;
  @Column('text') memo: string | null;
  /** the agency or dealer that it came to */
  @Column('int') organizationId: number | null;
  @Column('text') appStatus: AppStatus;
  @Column('text') registeredBy: string | null;
  @Column('text') language: 'ko' | 'en';
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') changedAt: Date;
  @DeleteDateColumn({ type: 'timestamptz' }) removedAt: Date | null;
}
