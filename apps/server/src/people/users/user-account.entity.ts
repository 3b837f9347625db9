import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { GroupType, Role } from '@headland/contracts/access';

/** An account as its member and those who administer it write it; columns that a login writes are not in it. */
@Entity('user_account')
export class UserAccount {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  /** null until an invited one has joined */
  @Column('text') loginId: string | null;
  @Column('text') name: string;
  @Column('text') email: string | null;
  @Column('text') phone: string | null;
  @Column('text') role: Role;
  @Column('text') groupType: GroupType;
  @Column('int') organizationId: number;
  @Column('boolean') active: boolean;
  @Column('text') units: 'km' | 'mile';
  @Column('text') language: 'ko' | 'en';
  @Column('text') country: string;
  @Column('text') postalCode: string | null;
  @Column('text') address: string | null;
  @Column('text') addressDetail: string | null;
  @Column('int') failedLogins: number;
  @Column('timestamptz') lockedUntil: Date | null;
  @Column('text', { select: false }) passwordHash: string | null;
  @Column('boolean') temporaryPassword: boolean;
  @Column('timestamptz') temporaryUntil: Date | null;
  @Column('text') lastLoginAddress: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') joinedAt: Date | null;
  @DeleteDateColumn({ type: 'timestamptz' }) removedAt: Date | null;
}
