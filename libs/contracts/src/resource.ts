import type { z } from 'zod';
import type { Feature } from './access';
import { ReorderBody, Reordered } from './display-order';
import { endpoint } from './endpoint';
import { IdParams, pageQuery } from './fields';

type Path = `/api/${string}`;
interface Answered<D extends z.ZodType> {
  summary: string;
  data: D;
}
interface Shapes<
  Row extends z.ZodType,
  Detail extends z.ZodType,
  Filter extends z.ZodObject,
  Body extends z.ZodType,
  ChangeBody extends z.ZodType,
> {
  path: Path;
  /** one row of the list */
  row: Row;
  /** the response for one record, and for each of its writes */
  detail: Detail;
  filter: Filter;
  body: Body;
  /** the body with the `version` that the form has loaded */
  changeBody: ChangeBody;
  summaries: Record<'list' | 'get' | 'create' | 'change', string>;
  createStatus?: 201;
}

/**
 * The endpoints of a record with list, get, create, change, history and, if named, delete and reorder. They are plain endpoint
 * objects under the letters of a feature; other actions of a record are added beside them: `{ ...resource('model', { …
 * }), names: endpoint({ … }) }`.
 */
export function resource<
  Row extends z.ZodType,
  Detail extends z.ZodType,
  Filter extends z.ZodObject,
  Body extends z.ZodType,
  ChangeBody extends z.ZodType,
  const More extends { remove?: Answered<z.ZodType>; history?: Answered<z.ZodType>; reorder?: { summary: string } },
>(feature: Feature, of: Shapes<Row, Detail, Filter, Body, ChangeBody> & More) {
  const { path, summaries, createStatus } = of;
  const one = `${path}/:id` as const;
  const read = `${feature}:R` as const;
  return {
    list: endpoint({
      method: 'GET',
      path,
      allow: read,
      summary: summaries.list,
      query: of.filter,
      data: of.row,
      page: true,
    }),
    get: endpoint({ method: 'GET', path: one, allow: read, summary: summaries.get, params: IdParams, data: of.detail }),
    create: endpoint({
      method: 'POST',
      path,
      allow: `${feature}:C` as const,
      summary: summaries.create,
      body: of.body,
      data: of.detail,
      ...(createStatus === undefined ? {} : { status: createStatus }),
    }),
    change: endpoint({
      method: 'PUT',
      path: one,
      allow: `${feature}:U` as const,
      summary: summaries.change,
      params: IdParams,
      body: of.changeBody,
      data: of.detail,
    }),
    ...((of.remove === undefined ? {} : { remove: remove(feature, one, of.remove) }) as Removal<More>),
    ...((of.history === undefined ? {} : { history: history(feature, one, of.history) }) as History<More>),
    ...((of.reorder === undefined ? {} : { reorder: reorder(feature, one, of.reorder) }) as Reorder<More>),
  };
}

type Removal<More> = More extends { remove: Answered<infer D> }
  ? { remove: ReturnType<typeof remove<D>> }
  : Record<never, never>;
type History<More> = More extends { history: Answered<infer D> }
  ? { history: ReturnType<typeof history<D>> }
  : Record<never, never>;
type Reorder<More> = More extends { reorder: object } ? { reorder: ReturnType<typeof reorder> } : Record<never, never>;

const remove = <D extends z.ZodType>(feature: Feature, path: `${Path}/:id`, of: Answered<D>) =>
  endpoint({ method: 'DELETE', path, allow: `${feature}:D` as const, params: IdParams, ...of });
const history = <D extends z.ZodType>(feature: Feature, one: `${Path}/:id`, of: Answered<D>) =>
  endpoint({
    method: 'GET',
    path: `${one}/history` as const,
    allow: `${feature}:R` as const,
    params: IdParams,
    query: pageQuery,
    page: true,
    ...of,
  });
const reorder = (feature: Feature, one: `${Path}/:id`, of: { summary: string }) =>
  endpoint({
    method: 'PUT',
    path: `${one}/order` as const,
    allow: `${feature}:U` as const,
    params: IdParams,
    body: ReorderBody,
    data: Reordered,
    ...of,
  });
