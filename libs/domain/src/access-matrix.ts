import type { Feature, GroupType, Letter, Role } from '@headland/contracts/access';

/**
 * The matrix of permissions (who holds which letters on what), as data. Fourteen group types share seven profiles. Rules over it: access.ts.
 */
export const profiles = ['headOffice', 'serviceBusiness', 'production', 'business', 'domesticSales', 'region', 'agency'] as const;
export type Profile = (typeof profiles)[number];

export const profileOf: Record<GroupType, Profile> = {
  HEAD_OFFICE: 'headOffice',
  DAEDONG: 'headOffice',
  KIOTI: 'headOffice',
  SERVICE_BUSINESS: 'serviceBusiness',
  PRODUCTION: 'production',
  BIZ: 'business',
  CUSTOMER_BIZ: 'business',
  SALES: 'business',
  DOMESTIC_SALES_HQ: 'domesticSales',
  RSM_BUSINESS: 'domesticSales',
  TSM: 'domesticSales',
  REGION: 'region',
  AGENCY: 'agency',
  DEALER: 'agency',
};

/** Letters in the order C, R, U, D; an empty string is no right at all. */
export type Letters = '' | 'R' | 'RU' | 'CRU' | 'CRUD';

export const matrix: Record<Profile, Record<Role, Record<Feature, Letters>>> = {
  headOffice: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'RU', status: 'RU', model: 'R', device: 'RU', infoCheck: 'R', expendable: 'RU',
      breakdown: 'RU', sos: 'RU', ownerTransfer: 'RU', customer: 'CRUD', organization: 'CRUD', driveData: '', operationData: 'R', notice: 'CRUD',
      faq: 'CRUD', post: 'CRUD', remote: 'RU', afterService: 'RU', reProgram: 'RU', category: '', shopBanner: '', parts: '',
      gptBanner: 'CRUD', gptChatData: 'R', administrator: 'R', memberHistory: 'R',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: 'R', device: 'R', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'R', ownerTransfer: 'R', customer: 'R', organization: 'R', driveData: '', operationData: 'R', notice: 'R',
      faq: 'R', post: 'R', remote: 'R', afterService: 'R', reProgram: 'R', category: '', shopBanner: '', parts: '',
      gptBanner: 'R', gptChatData: 'R', administrator: 'R', memberHistory: 'R',
    },
  },
  serviceBusiness: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'RU', status: 'RU', model: 'CRU', device: 'RU', infoCheck: 'R', expendable: 'RU',
      breakdown: 'RU', sos: 'RU', ownerTransfer: 'RU', customer: 'CRUD', organization: 'CRUD', driveData: 'R', operationData: 'R', notice: 'CRUD',
      faq: 'CRUD', post: 'CRUD', remote: 'RU', afterService: 'RU', reProgram: 'RU', category: 'CRU', shopBanner: 'CRU', parts: 'CRU',
      gptBanner: '', gptChatData: '', administrator: 'R', memberHistory: 'R',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: 'R', device: 'R', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'R', ownerTransfer: 'R', customer: 'R', organization: 'R', driveData: 'R', operationData: 'R', notice: 'R',
      faq: 'R', post: 'R', remote: 'R', afterService: 'R', reProgram: 'R', category: 'R', shopBanner: 'R', parts: 'R',
      gptBanner: '', gptChatData: '', administrator: 'R', memberHistory: 'R',
    },
  },
  production: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'R', status: 'RU', model: 'R', device: 'RU', infoCheck: 'R', expendable: '',
      breakdown: 'RU', sos: 'RU', ownerTransfer: '', customer: '', organization: '', driveData: '', operationData: 'R', notice: '',
      faq: '', post: '', remote: '', afterService: '', reProgram: '', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: 'R', device: 'R', infoCheck: '', expendable: '',
      breakdown: '', sos: '', ownerTransfer: '', customer: '', organization: '', driveData: '', operationData: '', notice: '',
      faq: '', post: '', remote: '', afterService: '', reProgram: '', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
  },
  business: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'RU', status: 'R', model: '', device: '', infoCheck: 'R', expendable: 'R',
      breakdown: 'RU', sos: 'RU', ownerTransfer: '', customer: 'CRUD', organization: '', driveData: '', operationData: 'R', notice: '',
      faq: '', post: '', remote: 'RU', afterService: 'RU', reProgram: 'RU', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: '', device: '', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'RU', ownerTransfer: '', customer: 'R', organization: '', driveData: '', operationData: 'R', notice: '',
      faq: '', post: '', remote: 'R', afterService: 'R', reProgram: 'R', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
  },
  domesticSales: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'RU', status: 'RU', model: 'R', device: 'RU', infoCheck: 'R', expendable: 'RU',
      breakdown: 'RU', sos: 'RU', ownerTransfer: 'RU', customer: 'CRUD', organization: 'CRUD', driveData: '', operationData: 'R', notice: 'CRUD',
      faq: 'CRUD', post: 'CRUD', remote: 'RU', afterService: 'RU', reProgram: 'RU', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: 'R', memberHistory: 'R',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: 'R', device: 'R', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'R', ownerTransfer: 'R', customer: 'R', organization: 'R', driveData: '', operationData: 'R', notice: 'R',
      faq: 'R', post: 'R', remote: 'R', afterService: 'R', reProgram: 'R', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: 'R', memberHistory: 'R',
    },
  },
  region: {
    ADMIN: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: 'R', device: 'R', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'RU', ownerTransfer: 'R', customer: 'CRUD', organization: 'R', driveData: 'R', operationData: 'R', notice: 'R',
      faq: 'R', post: 'R', remote: '', afterService: '', reProgram: '', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
    STAFF: {
      dash: 'R', production: '', sale: '', status: '', model: '', device: '', infoCheck: '', expendable: '',
      breakdown: '', sos: 'RU', ownerTransfer: '', customer: 'RU', organization: '', driveData: '', operationData: '', notice: '',
      faq: '', post: '', remote: '', afterService: '', reProgram: '', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
  },
  agency: {
    ADMIN: {
      dash: 'R', production: 'RU', sale: 'RU', status: 'R', model: '', device: '', infoCheck: 'R', expendable: 'RU',
      breakdown: 'RU', sos: 'RU', ownerTransfer: '', customer: 'CRUD', organization: '', driveData: '', operationData: 'R', notice: '',
      faq: '', post: '', remote: 'RU', afterService: 'RU', reProgram: 'RU', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
    STAFF: {
      dash: 'R', production: 'R', sale: 'R', status: 'R', model: '', device: '', infoCheck: 'R', expendable: 'R',
      breakdown: 'R', sos: 'RU', ownerTransfer: '', customer: 'R', organization: '', driveData: '', operationData: 'R', notice: '',
      faq: '', post: '', remote: 'R', afterService: 'R', reProgram: 'R', category: '', shopBanner: '', parts: '',
      gptBanner: '', gptChatData: '', administrator: '', memberHistory: '',
    },
  },
};

export const lettersHave = (letters: Letters, letter: Letter): boolean => letters.includes(letter);
