/**
 * Names of permissions: group types, roles, features, letters. The matrix itself is data in `@headland/domain/access`.
 */
export const groupTypes = [
  'HEAD_OFFICE',
  'DAEDONG',
  'KIOTI',
  'SERVICE_BUSINESS',
  'PRODUCTION',
  'BIZ',
  'CUSTOMER_BIZ',
  'SALES',
  'DOMESTIC_SALES_HQ',
  'RSM_BUSINESS',
  'TSM',
  'REGION',
  'AGENCY',
  'DEALER',
] as const;
export type GroupType = (typeof groupTypes)[number];

export const roles = ['ADMIN', 'STAFF'] as const;
export type Role = (typeof roles)[number];

export const features = [
  'dash',
  'production',
  'sale',
  'status',
  'model',
  'device',
  'infoCheck',
  'expendable',
  'breakdown',
  'sos',
  'ownerTransfer',
  'customer',
  'organization',
  'driveData',
  'operationData',
  'notice',
  'faq',
  'post',
  'remote',
  'afterService',
  'reProgram',
  'category',
  'shopBanner',
  'parts',
  'gptBanner',
  'gptChatData',
  'administrator',
  'memberHistory',
] as const;
export type Feature = (typeof features)[number];
export type Letter = 'C' | 'R' | 'U' | 'D';
export type Permission = `${Feature}:${Letter}`;

/**
 * Who may call an endpoint: anybody, any logged-in member, a wall display (and members of the head office), a factory
 * client with a key, a customer with the app, a client of the Fleet API, or members with a letter; if several are named, members with all of them.
 */
export type Allow =
  'public' | 'member' | 'wall' | 'development' | 'factory' | 'app' | 'fleet' | Permission | readonly Permission[];

/**
 * Groups that see every vehicle; REGION, AGENCY and DEALER see their own organization and those below it (decisions.md,
 * Scope).
 */
export const scopedGroups: readonly GroupType[] = ['REGION', 'AGENCY', 'DEALER'];

/** Who a key's acts of the factory interface are by, as it is stored; `actorLabel` (i18n) has it in words. */
export const factoryActor = (keyName: string): string => `factory: ${keyName}`;
