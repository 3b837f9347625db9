import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { reachable } from '../deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { bilingual } from '../../platform/bilingual';
import { NotifyMembers } from './notify-members.command';

/**
 * Events were lost with a fail-over or an older backup: only administrators of the head office can make up for them.
 */
@Injectable()
export class NotifyAdministratorsWhenEventsAreLost {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    const time = new Intl.DateTimeFormat('sv-SE', {
      timeZone: config.PRODUCT_TIME_ZONE,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const shown = (at: string | null): string => (at === null ? '—' : time.format(new Date(at)));
    policies.register({
      name: 'notify-administrators-when-events-are-lost',
      on: ['system.eventsLost'],
      run: async ({ number, at, payload: { lost, from, to } }) => {
        const administrators = await database.query<{ id: number }[]>(
          `SELECT id FROM user_account WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' AND ${reachable} ORDER BY id`,
        );
        const text = bilingual('notification.system.eventsLost', () => ({ lost, from: shown(from), to: shown(to) }));
        await commands.execute(
          new NotifyMembers(
            administrators.map((a) => a.id),
            {
              cause: `event:${number}`,
              kind: 'system',
              text,
              link: null,
              vehicleId: null,
              at: new Date(at),
              messages: true,
            },
          ),
        );
      },
    });
  }
}
