import { endpoint } from './endpoint';
import { IdParams } from './fields';
import { Delivery } from './shared-shapes';

/** Messages out (push, SMS, the driver's panel) with their delivery log. */
export const deliveries = {
  resend: endpoint({
    method: 'POST',
    path: '/api/deliveries/:id/resend',
    allow: 'sos:U',
    summary: 'Send a message again; of a fault it also needs U on breakdown',
    params: IdParams,
    data: Delivery,
  }),
};
