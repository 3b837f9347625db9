import { Module } from '@nestjs/common';
import { RemoveViewHandler } from './remove-view.command';
import { SaveViewHandler } from './save-view.command';
import { SavedViewsController } from './saved-views.controller';
import { SetDefaultViewHandler } from './set-default-view.command';

@Module({
  controllers: [SavedViewsController],
  providers: [SaveViewHandler, RemoveViewHandler, SetDefaultViewHandler],
})
export class SavedViewsModule {}
