import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { GroupType } from '@headland/contracts/access';

/** An organisation of the tree. Its path is kept by the database. */
@Entity('organization')
export class Organization {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') name: string;
  @Column('text') type: GroupType;
  @Column('int') parentId: number | null;
  @Column({ type: 'int', array: true, insert: false, update: false }) path: number[];
  @Column('text') erpCode: string | null;
  @Column('text') phone: string | null;
  @Column('text') postalCode: string | null;
  @Column('text') address: string | null;
  @Column('text') addressDetail: string | null;
  @Column('double precision') lat: number | null;
  @Column('double precision') lon: number | null;
  @DeleteDateColumn({ type: 'timestamptz' }) removedAt: Date | null;
}
