import { Column, Entity } from 'typeorm';
import { ShopEntry } from '../shop-base/shop-entry.entity';

@Entity('shop_category')
export class Category extends ShopEntry {
  @Column('text') key: string;
  @Column('text') nameKo: string;
  @Column('text') nameEn: string;
}
