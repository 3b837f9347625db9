import { administration, apiKeys } from '@headland/contracts/administration';
import type { Endpoint } from '@headland/contracts/endpoint';
import { deliveries } from '@headland/contracts/delivery';
import { factory } from '@headland/contracts/factory';
import { faults } from '@headland/contracts/fault';
import { kiosks } from '@headland/contracts/kiosk';
import { mailbox } from '@headland/contracts/mailbox';
import { myInfo } from '@headland/contracts/my-info';
import { notifications } from '@headland/contracts/notification';
import { organizations } from '@headland/contracts/organization';
import { session } from '@headland/contracts/session';
import { sosCalls } from '@headland/contracts/sos';
import { users } from '@headland/contracts/user';
import { vehicles } from '@headland/contracts/vehicle';
import { wall } from '@headland/contracts/wall';

/** Every endpoint of the product: what the OpenAPI document lists, the boot check counts and the permission walk calls. */
export const endpoints: readonly Endpoint[] = [
  session,
  kiosks,
  organizations,
  users,
  vehicles,
  sosCalls,
  faults,
  deliveries,
  wall,
  administration,
  apiKeys,
  factory,
  notifications,
  myInfo,
  mailbox,
].flatMap((group): Endpoint[] => Object.values(group));
