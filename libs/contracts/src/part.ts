import { z } from 'zod';
import { ContentImage, imageList, StoredContentImage } from './content';
import { displayOrder } from './display-order';
import { endpoint } from './endpoint';
import { englishName, id, itemLabel, koreanName, many, memo, paging, partCode, price, searched } from './fields';
import { chosen } from './organization';
import { fileId } from './file';
import { displays } from './posting';
import { resource } from './resource';
import { Named, RecordStep } from './shared-shapes';
import { fittingModels, shopUrl } from './shop';
import { cellError, workbookAccept, workbookType } from './workbook';

/** Parts that the shop displays, in their order within a category. */
export const maxPartImages = 5;

const fields = {
  categoryId: chosen,
  code: partCode,
  nameKo: koreanName,
  nameEn: englishName,
  price,
  images: imageList(maxPartImages, 'field.images5'),
  description: memo.default(''),
  url: shopUrl,
  modelIds: fittingModels,
  /** name of a consumable item: the app offers the part where an item of this name is due on a model that it fits */
  item: itemLabel.nullable().default(null),
  display: z.enum(displays),
};
/** An import brings parts without an image; they are not shown until they have one. */
const withImages = <S extends z.ZodType<{ images: unknown[]; display: string }>>(schema: S) =>
  schema.refine(({ images, display }) => display === 'hidden' || images.length > 0, {
    path: ['images'],
    error: 'field.shownImage',
    // also while another field is wrong, so that a form says all at once
    when: ({ value }) => Array.isArray((value as { images?: unknown }).images),
  });
export const PartBody = withImages(z.object({ ...fields, displayOrder }));
export type PartBody = z.output<typeof PartBody>;
/** Without a place it keeps its own; in another category it goes to the end. */
export const ChangePartBody = withImages(
  z.object({ ...fields, displayOrder: displayOrder.optional(), version: z.number().int() }),
);
/** in the order of form, page and log; category, images and models are beside them */
export const partFields = [
  'code',
  'nameKo',
  'nameEn',
  'price',
  'description',
  'url',
  'item',
  'displayOrder',
  'display',
] as const;

/**
 * One row of an import, each cell by the rule of the form; category, models and consumable are named. It brings no
 * images, so a new part is hidden until it has one. Columns in the order of the template.
 */
export const PartImportRow = z.object({
  category: z.string(),
  code: fields.code,
  nameKo: fields.nameKo,
  nameEn: fields.nameEn,
  price: fields.price,
  description: fields.description,
  url: fields.url,
  /** names; none: it fits all */
  models: z.string().default(''),
  item: fields.item,
});
export type PartImportRow = z.output<typeof PartImportRow>;
export const partColumns = [
  'category',
  'code',
  'nameKo',
  'nameEn',
  'price',
  'description',
  'url',
  'models',
  'item',
] as const satisfies readonly (keyof PartImportRow)[];
export type PartColumn = (typeof partColumns)[number];
const partImportMegabytes = 5;
/** of a checked workbook: its first errors, and the first rows that a save would write */
export const shownImportRows = 100;

/** A checked workbook. Its file is kept for a day, and is checked again whenever it is asked for and at the save. */
export const PartImport = z.object({
  id: fileId,
  fileName: z.string(),
  total: z.number(),
  /** of the rows without errors */
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  rowsInError: z.number(),
  cellsInError: z.number(),
  errors: z.array(cellError(partColumns)).max(shownImportRows),
  writes: z
    .array(
      z.object({
        row: z.number(),
        code: z.string(),
        nameKo: z.string(),
        nameEn: z.string(),
        isNew: z.boolean(),
        changes: RecordStep.shape.changes,
      }),
    )
    .max(shownImportRows),
  /** names what a save would write */
  digest: z.string(),
});
export type PartImport = z.output<typeof PartImport>;
export type PartCellError = PartImport['errors'][number];
/** What was shown as checked: a save that would write something else is refused. */
export const SavePartImportBody = z.object({ digest: z.string().max(100) });
export const PartImportResult = PartImport.pick({ created: true, changed: true, unchanged: true });
export type PartImportResult = z.output<typeof PartImportResult>;

export const PartRow = z.object({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  nameKo: z.string(),
  nameEn: z.string(),
  category: z.object({ id: z.number(), nameKo: z.string(), nameEn: z.string(), display: z.enum(displays) }),
  price: z.number(),
  url: z.string(),
  item: z.string().nullable(),
  displayOrder: z.number(),
  display: z.enum(displays),
  cover: ContentImage.nullable(),
  /** none: it fits all */
  models: z.array(Named),
  registeredAt: z.string(),
});
export type PartRow = z.output<typeof PartRow>;
export const PartDetail = PartRow.extend({
  description: z.string(),
  images: z.array(StoredContentImage),
  /** models that the part fits and that have the linked consumable item */
  itemModels: z.array(Named),
  registeredBy: z.string(),
});
export type PartDetail = z.output<typeof PartDetail>;

export const PartFilter = z.object({
  ...paging,
  /** by display order: category by category */
  sort: z.enum(['displayOrder', 'code', 'nameKo', 'category', 'price', 'registeredAt']).default('displayOrder'),
  order: z.enum(['asc', 'desc']).default('asc'),
  name: searched,
  code: searched,
  categoryId: many(id),
  modelId: many(id),
  display: z.enum(displays).optional(),
  priceFrom: price.optional(),
  priceTo: price.optional(),
});
export type PartFilter = z.output<typeof PartFilter>;

const path = '/api/parts';
/** an import changes parts, and makes new ones */
const mayImport = ['parts:C', 'parts:U'] as const;
const ImportParams = z.object({ id: fileId });
export const parts = {
  ...resource('parts', {
    path,
    row: PartRow,
    detail: PartDetail,
    filter: PartFilter,
    body: PartBody,
    changeBody: ChangePartBody,
    history: { summary: 'What was changed, newest first', data: RecordStep },
    reorder: { summary: 'Moves a part to another place of its category; those between make room' },
    summaries: {
      list: 'Parts of the shop',
      get: 'One part',
      create: 'A new part',
      change: 'Change a part',
    },
  }),
  display: endpoint({
    method: 'POST',
    path: `${path}/display`,
    allow: 'parts:U',
    summary: 'Shows or hides several parts, all of them or none; those without an image are not shown',
    body: z.object({ ids: z.array(id).min(1).max(100), display: z.enum(displays) }),
    data: z.object({ changed: z.number() }),
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    allow: mayImport,
    summary: 'The workbook to fill in, with an explanation and a sample',
    stream: workbookType,
  }),
  upload: endpoint({
    method: 'POST',
    path: `${path}/imports`,
    allow: mayImport,
    summary: 'Checks a workbook of parts: a part number that is known changes that part; saves nothing',
    file: { maxBytes: partImportMegabytes * 1024 ** 2, accept: workbookAccept },
    data: PartImport,
  }),
  uploaded: endpoint({
    method: 'GET',
    path: `${path}/imports/:id`,
    allow: mayImport,
    summary: 'An own workbook, checked again',
    bulk: true,
    params: ImportParams,
    data: PartImport,
  }),
  report: endpoint({
    method: 'GET',
    path: `${path}/imports/:id/report`,
    allow: mayImport,
    summary: 'The same workbook with the bad cells marked and commented',
    params: ImportParams,
    stream: workbookType,
  }),
  save: endpoint({
    method: 'POST',
    path: `${path}/imports/:id/save`,
    allow: mayImport,
    summary: 'Saves every row of a checked workbook, or none',
    bulk: true,
    params: ImportParams,
    body: SavePartImportBody,
    data: PartImportResult,
  }),
  items: endpoint({
    method: 'GET',
    path: `${path}/items`,
    allow: 'parts:R',
    summary: 'Names of consumable items, and on how many models each is',
    data: z.array(z.object({ name: z.string(), models: z.number() })),
  }),
};
