import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { notifications } from '@headland/contracts/notification';
import { vapidOf } from '../deliveries/deliveries.module';
import { quietHoursOf } from '../deliveries/preferences.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Serve } from '../../platform/serve';
import { memberId, CurrentCaller, type Caller } from '../../platform/caller';
import { MarkRead } from './mark-read.command';
import { devicesOf, notificationsOf, preferencesFor, unreadOf } from './notification.reads';
import { SubscribeToPush, UnsubscribeFromPush } from './push-devices.command';
import { SetPreferences } from './set-preferences.command';
import { SetQuietHours } from './set-quiet-hours.command';
import { TakeBackRead } from './take-back-read.command';

type N = typeof notifications;

@Controller()
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serve(notifications.list) list(
    { query }: Parsed<N['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['list']>> {
    return notificationsOf(this.database, memberId(caller), query, this.now());
  }

  @Serve(notifications.unread) unread(
    _: Parsed<N['unread']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['unread']>> {
    return unreadOf(this.database, memberId(caller), this.now());
  }

  @Serve(notifications.read) read(
    { body }: Parsed<N['read']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['read']>> {
    return this.commands.execute(new MarkRead({ ids: body.ids }, caller));
  }

  @Serve(notifications.readAll) readAll(
    { body }: Parsed<N['readAll']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['readAll']>> {
    return this.commands.execute(new MarkRead({ upTo: body.upTo ?? null }, caller));
  }

  @Serve(notifications.takeBackRead) takeBackRead(
    { body }: Parsed<N['takeBackRead']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['takeBackRead']>> {
    return this.commands.execute(new TakeBackRead(new Date(body.readAt), caller));
  }

  @Serve(notifications.preferences) preferences(
    _: Parsed<N['preferences']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['preferences']>> {
    return preferencesFor(this.database, memberId(caller));
  }

  @Serve(notifications.setPreferences) setPreferences(
    { body }: Parsed<N['setPreferences']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['setPreferences']>> {
    return this.commands.execute(new SetPreferences(body.preferences, caller));
  }

  @Serve(notifications.quietHours) async quietHours(
    _: Parsed<N['quietHours']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['quietHours']>> {
    const userId = memberId(caller);
    return { quietHours: (await quietHoursOf(this.database, [userId])).get(userId) ?? null };
  }

  @Serve(notifications.setQuietHours) setQuietHours(
    { body }: Parsed<N['setQuietHours']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['setQuietHours']>> {
    return this.commands.execute(new SetQuietHours(body.quietHours, caller));
  }

  @Serve(notifications.devices) async devices(
    _: Parsed<N['devices']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['devices']>> {
    return {
      publicKey: vapidOf(this.config)?.publicKey ?? null,
      devices: await devicesOf(this.database, memberId(caller), caller.sessionId),
    };
  }

  @Serve(notifications.subscribe) subscribe(
    { body }: Parsed<N['subscribe']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['subscribe']>> {
    return this.commands.execute(new SubscribeToPush(body, caller));
  }

  @Serve(notifications.unsubscribe) unsubscribe(
    { params }: Parsed<N['unsubscribe']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<N['unsubscribe']>> {
    return this.commands.execute(new UnsubscribeFromPush(params.id, caller));
  }
}
