import { Column, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
import type { ContentImage } from '@headland/contracts/content';
import type { Display } from '@headland/contracts/posting';

/** What categories, parts and banners of the shop have in common; their pictures are rows of `content_image`. */
export abstract class ShopEntry {
  @PrimaryGeneratedColumn() id: number;
  @VersionColumn() version: number;
  @Column('text') url: string | null;
  /** none: all */
  @Column('int', { array: true }) modelIds: number[];
  @Column('int') displayOrder: number;
  @Column('text') display: Display;
  @Column('text') registeredBy: string;
  @Column('timestamptz') createdAt: Date;
}
/** Beside the row: its pictures, and its models by their names. */
export type ShopState<E extends ShopEntry> = E & { images: ContentImage[]; models: string | null };
