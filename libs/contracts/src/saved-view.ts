import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, IdParams, t50 } from './fields';

/**
 * A saved view: how a member has set up a list, under a name. It belongs to its member, or is shared with the
 * organization. What it names and the list no longer has is ignored where it is opened.
 */
const filterValue = z.string().max(200);
export const SavedViewState = z.object({
  /**
   * the address of the list without page and open row: filters, `sort`, `order`, `size`. `from: '@week'` is a period
   * that moves with the days, as the filter bar names it
   */
  filter: z
    .record(z.string().max(40), z.union([filterValue, z.array(filterValue).max(100)]))
    .refine((filter) => Object.keys(filter).length <= 60, 'field.invalid'),
  /** the shown columns in their order, by the name of the table; a screen may show one list in two tables */
  columns: z
    .record(z.string().max(20), z.array(z.string().max(40)).max(60))
    .refine((columns) => Object.keys(columns).length <= 4, 'field.invalid'),
});
export type SavedViewState = z.output<typeof SavedViewState>;

export const SavedView = z.object({
  id,
  /** path of the list's endpoint */
  list: z.string(),
  name: z.string(),
  state: SavedViewState,
  shared: z.boolean(),
  /** null: it stayed with the organization when its member left */
  owner: z.string().nullable(),
  own: z.boolean(),
  /** the reader's list opens with it */
  isDefault: z.boolean(),
  mayChange: z.boolean(),
  mayRemove: z.boolean(),
});
export type SavedView = z.output<typeof SavedView>;

export const savedViewsOfOne = 200;
const written = { name: t50, shared: z.boolean(), state: SavedViewState };
const list = z.string().regex(/^\/api\/[\w/:-]{1,80}$/u, 'field.invalid');

export const savedViews = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-views',
    allow: 'member',
    summary: 'Saved views of the lists that the caller may read: own, and those shared in the organization',
    data: z.array(SavedView),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-views',
    allow: 'member',
    summary: 'Saves a view of a list; needs what the list itself needs',
    body: z.object({ list, ...written }),
    data: SavedView,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/saved-views/:id',
    allow: 'member',
    summary: 'Changes a view; its owner only',
    params: IdParams,
    body: z.object(written),
    data: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-views/:id',
    allow: 'member',
    summary: 'Deletes a view: the owner, of a shared one also an administrator of the organization',
    params: IdParams,
    data: z.object({ removed: z.literal(true) }),
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/saved-views/default',
    allow: 'member',
    summary: 'The view that a list opens with for the caller; null: none',
    body: z.object({ list, viewId: id.nullable() }),
    data: z.array(SavedView),
  }),
};
