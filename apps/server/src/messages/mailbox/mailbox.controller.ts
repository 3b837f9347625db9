import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { mailbox } from '@headland/contracts/mailbox';
import type { Reply } from '@headland/contracts/endpoint';
import { Serve } from '../../platform/serve';

/** The development mailbox: messages without a gateway. */
@Controller()
export class MailboxController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Serve(mailbox.list)
  async list(): Promise<Reply<typeof mailbox.list>> {
    const rows = await this.database.query<(Omit<Reply<typeof mailbox.list>[number], 'at'> & { at: Date })[]>(
      'SELECT id::float8 AS id, at, channel, recipient AS "to", address, title, text FROM mail ORDER BY mail.id DESC LIMIT 200',
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }
}
