import type { Feature, Permission } from '@headland/contracts/access';
import { guardOf, type RouteKind } from '@headland/domain/access';
import type { MessageKey } from '@headland/i18n/catalogue';
import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { type FormPath, formPaths, type ListPath, type RecordPath } from './paths';
import { loadWords, shownLanguage } from './words';

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
/** A screen: path, page, permission, and place in the menu. `entry: false` is one without a menu entry. */
export interface Screen {
  path: ListPath | FormPath | `${RecordPath}/$number`;
  page: ReturnType<typeof lazyRouteComponent>;
  permission: Permission;
  /** of a registration route whose number is not 0: it edits that record */
  editing?: Permission;
  group: MenuGroup;
  title: MessageKey;
  entry: boolean;
  /** a count beside the menu entry */
  badge?: 'faultsOccurred' | 'sosRaised' | 'transfersAwaiting';
}

const chunkTimeoutMs = 120_000;
/** A page's code that does not load within two minutes counts as failed, instead of showing a skeleton for ever. */
export const withTimeout =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('chunk time-out')), chunkTimeoutMs);
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });

/** A page of the login, whose words are among the first. */
export const firstPage = <M extends Record<K, unknown>, K extends string>(
  load: () => Promise<M>,
  name: K,
): Screen['page'] => lazyRouteComponent(withTimeout(load), name) as Screen['page'];

/** Words beside the code, so that neither waits for the other. */
export const withWords =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [code] = await Promise.all([load(), loadWords(shownLanguage())]);
    return code;
  };

/** A part of the shell that is not in its first view, with all words. */
export const part = <C extends AnyComponent>(load: () => Promise<C>) =>
  lazy(withTimeout(withWords(() => load().then((component) => ({ default: component })))));
type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A page that is loaded when it is opened, and with it all words. */
export const page = <M extends Record<K, unknown>, K extends string>(load: () => Promise<M>, name: K): Screen['page'] =>
  firstPage(withWords(load), name);

type Titles<P extends string> = P extends `/${infer Name}` ? `screen.${Name}` : never;
/** The path names the title of a screen; a title that is missing in the catalogue does not compile. */
const titleOf = (path: AnyPath): MessageKey => `screen.${path.slice(1)}` as Titles<AnyPath>;
type AnyPath = ListPath | FormPath | RecordPath;
const withoutNumber: readonly string[] = formPaths;

/** Rows of the table of screens, of one group of the menu: a list, which has a menu entry, and screens of one record. */
export const screensOf = (group: MenuGroup) => {
  const row =
    <P extends AnyPath>(kind: RouteKind) =>
    <M extends Record<K, unknown>, K extends string>(
      path: P,
      feature: Feature,
      load: () => Promise<M>,
      name: K,
      badge?: Screen['badge'],
    ): Screen => ({
      path: (kind === 'list' || withoutNumber.includes(path) ? path : `${path}/$number`) as Screen['path'],
      page: page(load, name),
      permission: guardOf(feature, kind),
      group,
      title: titleOf(path),
      entry: kind === 'list',
      ...(badge && { badge }),
    });
  const register = row<RecordPath>('register');
  return {
    list: row<ListPath>('list'),
    detail: row<RecordPath>('detail'),
    edit: row<RecordPath>('edit'),
    register,
    /** registers a new one, at an address without a number */
    registration: row<FormPath>('register'),
    /** registers a record, and changes the one whose number it has */
    form: (...of: Parameters<typeof register>): Screen => ({ ...register(...of), editing: guardOf(of[1], 'edit') }),
  };
};
