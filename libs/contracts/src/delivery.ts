import { endpoint } from './endpoint';
import { IdParams } from './fields';
import { Delivery } from './shared-shapes';

/** Deliveries (push, SMS, the driver's panel) with their log. */
export const deliveries = {
  resend: endpoint({
    method: 'POST',
    path: '/api/deliveries/:id/resend',
    allow: 'member',
    summary: 'Send a message again; needs U on what it is about (sos, breakdown, expendable, ownerTransfer, customer)',
    params: IdParams,
    data: Delivery,
  }),
};
