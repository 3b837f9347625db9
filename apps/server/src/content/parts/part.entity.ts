import { Column, Entity } from 'typeorm';
import { ShopEntry } from '../shop-base/shop-entry.entity';

@Entity('part')
export class Part extends ShopEntry {
  @Column('int') categoryId: number;
  @Column('text') code: string;
  @Column('text') nameKo: string;
  @Column('text') nameEn: string;
  @Column('int') price: number;
  @Column('text') description: string;
  @Column('text') item: string | null;
}
