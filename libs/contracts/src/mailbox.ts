import { z } from 'zod';
import { endpoint } from './endpoint';

/** E-mails and SMS of an installation without a gateway; shown by a development start, never served in production. */
export const Mail = z.object({
  id: z.number(),
  at: z.string(),
  channel: z.enum(['push', 'sms', 'email', 'app']),
  to: z.string(),
  /** phone or e-mail address; of a push the member's id */
  address: z.string().nullable(),
  /** of an e-mail */
  title: z.string().nullable(),
  text: z.string(),
});
export const mailbox = {
  list: endpoint({
    method: 'GET',
    path: '/api/mailbox',
    allow: 'development',
    summary: 'The newest 200 messages out',
    data: z.array(Mail),
  }),
};
