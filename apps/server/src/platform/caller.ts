import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { GroupType, Role } from '@headland/contracts/access';
import { Problem } from './problem';

/** What a caller may see: everything, or an organization and those below it. Every read takes one. */
export type Scope = { all: true } | { all: false; organizationId: number };

/** The member or wall display that sent a request, set by the guard. */
export interface Caller {
  userId: number | null;
  loginId: string;
  name: string;
  groupType: GroupType | 'KIOSK';
  role: Role | null;
  organizationId: number;
  sessionId: string;
  kioskId: number | null;
  scope: Scope;
  language: 'ko' | 'en';
  timeZone: string;
  address: string;
  /** the user agent */
  agent: string | null;
}
/** A client of the factory interface: the name of its key, and its address. */
export interface Machine {
  name: string;
  address: string;
}
/** A customer who uses the app; sees only the own data. */
export interface AppCaller {
  customerId: number;
  sessionId: string;
  language: 'ko' | 'en';
  timeZone: string;
  address: string;
}
/** A client of the Fleet API: of a customer, whose machines it reads, or of an organization and those below it. */
export type FleetCaller = {
  clientId: string;
  /** the organization within which whoever issued the secret sees machines; null: all */
  issuedWithin: number | null;
} & ({ customerId: number; organizationId: null } | { customerId: null; organizationId: number });
export type CallerRequest = Request & {
  caller?: Caller;
  machine?: Machine;
  customer?: AppCaller;
  fleetClient?: FleetCaller;
};
/** The time zone of the caller. */
export const zoneOf = ({ caller, customer }: CallerRequest): string => caller?.timeZone ?? customer?.timeZone ?? 'UTC';

/** The caller of a guarded endpoint; a public one has none. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<CallerRequest>();
  if (caller === undefined) throw new Error('@CurrentCaller() on an endpoint without a caller');
  return caller;
});

/** The client of a factory request. */
export const CurrentMachine = createParamDecorator((_: unknown, context: ExecutionContext): Machine => {
  const { machine } = context.switchToHttp().getRequest<CallerRequest>();
  if (machine === undefined) throw new Error('@CurrentMachine() on an endpoint that accepts no key');
  return machine;
});

/** The customer of an app request. */
export const CurrentCustomer = createParamDecorator((_: unknown, context: ExecutionContext): AppCaller => {
  const { customer } = context.switchToHttp().getRequest<CallerRequest>();
  if (customer === undefined) throw new Error('@CurrentCustomer() on an endpoint that is not the app’s');
  return customer;
});

/** The client of a request to the Fleet API. */
export const CurrentFleetClient = createParamDecorator((_: unknown, context: ExecutionContext): FleetCaller => {
  const { fleetClient } = context.switchToHttp().getRequest<CallerRequest>();
  if (fleetClient === undefined) throw new Error('@CurrentFleetClient() on an endpoint that is not the Fleet API’s');
  return fleetClient;
});

/** A member's id; a wall display has no account and nothing of its own. */
export function memberId({ userId }: Pick<Caller, 'userId'>): number {
  if (userId === null) throw new Problem('FORBIDDEN');
  return userId;
}

/** Who makes a change: a member, or the system itself (devices, jobs). */
export interface Actor {
  userId: number | null;
  name: string | null;
  address: string | null;
}
export const system: Actor = { userId: null, name: null, address: null };
export const actorOf = (caller: Caller): Actor => ({
  userId: caller.userId,
  name: caller.name,
  address: caller.address,
});

/**
 * SQL for a scope: `AND ${inScope(scope, 'v.organization_id', params)}`; pushes its parameter. The organizations are
 * read once, as a list for an index.
 */
export function inScope(scope: Scope, column: string, params: unknown[]): string {
  if (scope.all) return 'TRUE';
  params.push(scope.organizationId);
  return `${column} = ANY (${organizationsBelow(`$${params.length}`)})`;
}

/** SQL for an array with the ids of an organization and those below it. */
export const organizationsBelow = (parameter: string): string =>
  `ARRAY(SELECT id FROM organization WHERE path @> ARRAY[${parameter}::int])`;
