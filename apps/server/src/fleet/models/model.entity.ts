import { Column, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { ModelBody } from '@headland/contracts/model';

/** A model without its consumables set, which has tables of its own. */
@Entity('model')
export class Model {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') name: string;
  @Column('text') type: ModelBody['type'];
  @Column('text') machine: ModelBody['machine'];
  @Column('smallint') releaseYear: number;
  @Column('smallint') horsepower: number;
  @Column('text') description: string | null;
  @Column('text') remoteControl: ModelBody['remoteControl'];
  @Column('jsonb') rollover: ModelBody['rollover'];
  @Column('text') imageId: string | null;
  @Column('text') imageAlt: string | null;
  @Column('timestamptz') createdAt: Date;
  @Column('timestamptz') changedAt: Date;
}
