import { Module } from '@nestjs/common';
import { WallController } from './wall.controller';

@Module({ controllers: [WallController] })
export class WallModule {}
