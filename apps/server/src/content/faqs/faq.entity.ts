import { Column, Entity } from 'typeorm';
import type { FaqCategory } from '@headland/contracts/faq';
import { Content } from '../content-base/content.entity';

@Entity('faq')
export class Faq extends Content {
  @Column('text') category: FaqCategory;
  /** in its category; null: removed */
  @Column('int') displayOrder: number | null;
}
