import type { Endpoint } from '@headland/contracts/endpoint';
import { deliveries } from '@headland/contracts/delivery';
import { faults } from '@headland/contracts/fault';
import { mailbox } from '@headland/contracts/mailbox';
import { organizations } from '@headland/contracts/organization';
import { kiosks, session } from '@headland/contracts/session';
import { sosCalls } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { wall } from '@headland/contracts/wall';

/** Every endpoint of the product: what the OpenAPI document lists, the boot check counts and the permission walk calls. */
export const endpoints: readonly Endpoint[] = [session, kiosks, organizations, vehicles, sosCalls, faults, deliveries, wall, mailbox].flatMap((group): Endpoint[] =>
  Object.values(group),
);
