import { z } from 'zod';
import { endpoint } from './endpoint';
import { IdParams } from './fields';

/** Whoever owns machines. A deleted customer is without a person's data, and the machines count as unsold again. */
const path = '/api/customers';
export const customers = {
  delete: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow: 'customer:D',
    summary: 'Erases a customer’s personal data; the machines become unsold. Refused while one of them has an open SOS call',
    params: IdParams,
    /** VINs that became unsold */
    data: z.object({ deleted: z.literal(true), unsold: z.array(z.string()) }),
  }),
};
