import { Entity } from 'typeorm';
import { PostedContent } from '../content-base/content.entity';

@Entity('post')
export class Post extends PostedContent {}
