import { Column, Entity } from 'typeorm';
import { ShopEntry } from '../shop-base/shop-entry.entity';

@Entity('shop_banner')
export class ShopBanner extends ShopEntry {
  @Column('text') name: string;
  @Column('date') startOn: string | null;
  @Column('date') endOn: string | null;
}
