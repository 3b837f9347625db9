import type { HelpFile } from './help';

/** Help by the menu's groups: loaded when it is opened. What needs all of it at once has `topics.ts`. */
export const helpOf = {
  home: async () => (await import('./home')).homeHelp,
  vehicle: async () => (await import('./vehicle')).vehicleHelp,
  maintenance: async () => (await import('./maintenance')).maintenanceHelp,
  user: async () => (await import('./user')).userHelp,
  statistics: async () => (await import('./statistics')).statisticsHelp,
  remoteService: async () => (await import('./remote-service')).remoteServiceHelp,
  customerService: async () => (await import('./customer-service')).customerServiceHelp,
  ecommerce: async () => (await import('./ecommerce')).ecommerceHelp,
  gptService: async () => (await import('./gpt-service')).gptServiceHelp,
  administrator: async () => (await import('./administrator')).administratorHelp,
} satisfies Record<string, () => Promise<HelpFile>>;
