import type { Permission } from '@headland/contracts/access';
import type { MessageKey } from '@headland/i18n/catalogue';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ListPath, RecordPath } from './paths';

export type MenuGroup =
  | 'home'
  | 'vehicle'
  | 'maintenance'
  | 'user'
  | 'statistics'
  | 'remoteService'
  | 'customerService'
  | 'ecommerce'
  | 'gptService'
  | 'administrator';
/** A screen: address, page, what it needs, and where it stands in the menu. `entry: false` is one without a place in the menu. */
export interface Screen {
  path: ListPath | `${RecordPath}/$number`;
  page: ReturnType<typeof lazyRouteComponent>;
  permission: Permission;
  /** of a registration route whose number is not 0: it edits that record */
  editing?: Permission;
  group: MenuGroup;
  title: MessageKey;
  entry: boolean;
  /** a figure beside the menu entry */
  badge?: 'faultsOccurred' | 'sosRaised' | 'transfersAwaiting';
}

const chunkTimeoutMs = 120_000;
/** A page's code that does not come in two minutes counts as failed, instead of leaving a skeleton for ever. */
export const patiently =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('chunk time-out')), chunkTimeoutMs);
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });

/** A page that is loaded when it is opened. */
export const page = <M extends Record<K, unknown>, K extends string>(load: () => Promise<M>, name: K): Screen['page'] =>
  lazyRouteComponent(patiently(load), name) as Screen['page'];
