import { z } from 'zod';
import { endpoint } from './endpoint';

/** Where e-mails and texts land while no gateway is configured; a development start shows it, production never serves it. */
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
