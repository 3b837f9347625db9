import { z } from 'zod';
import { dateRange } from './date-pair';
import { ownerTermStates } from './customer-terms';
import { endpoint } from './endpoint';
import {
  day,
  erpCode,
  id,
  IdParams,
  koreanPhone,
  many,
  memo,
  name40,
  paging,
  personName,
  searched,
  t1500,
  vin,
} from './fields';
import { chosen } from './organization';
import { Customer, Named, RecordStep } from './shared-shapes';
import { cellError, workbookAccept, workbookType } from './workbook';

/**
 * Sales of vehicles: one by one, or a workbook of up to 5,000 rows that is saved completely or not at all. The number
 * of a sale's page is the vehicle's.
 */
export const saleStates = ['sold', 'unsold'] as const;
const saleFileMegabytes = 10;

export const SaleRow = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  /** null: it still belongs to the organization that built it */
  dealer: Named.nullable(),
  soldOn: z.string().nullable(),
  state: z.enum(saleStates),
  customer: Customer.nullable(),
  /** null: not in the app */
  appStatus: z.enum(['registered', 'withdrawn']).nullable(),
  registeredBy: z.string().nullable(),
  registeredAt: z.string().nullable(),
});
export type SaleRow = z.output<typeof SaleRow>;

export const SaleFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['vin', 'model', 'dealer', 'soldOn', 'registeredAt']).default('soldOn'),
    order: z.enum(['asc', 'desc']).default('desc'),
    vin: searched,
    model: many(name40),
    dealerId: id.optional(),
    customer: searched,
    state: z.enum(saleStates).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
);
export type SaleFilter = z.output<typeof SaleFilter>;

export const SaleDetail = SaleRow.extend({
  /** of the vehicle: incremented by any change */
  version: z.number(),
  modelId: z.number(),
  imageId: z.string().nullable(),
  imageAlt: z.string().nullable(),
  releaseYear: z.number(),
  horsepower: z.number(),
  deviceId: z.string().nullable(),
  shippedOn: z.string().nullable(),
  dealerErp: z.string().nullable(),
  dealerPhone: z.string().nullable(),
  memo: z.string(),
  /** of the customer: the required terms together; null without a customer */
  terms: z.enum(ownerTermStates).nullable(),
  /** while an SOS is open its customer must stay known: the sale cannot be cancelled */
  openSos: z.boolean(),
  /** both parties of a transfer have agreed: the sale is locked until it is decided */
  transferAwaiting: z.boolean(),
  upload: z.object({ id: z.number(), fileName: z.string(), at: z.string() }).nullable(),
});
export type SaleDetail = z.output<typeof SaleDetail>;

/** Selling an unsold vehicle, or changing a sale. `customerId` null: sold to an unknown customer. */
const version = z.coerce.number<string | number>().int();
export const SaleBody = z.object({
  version,
  soldOn: day,
  dealerId: chosen,
  customerId: id.nullable().default(null),
  memo: memo.default(''),
});
export type SaleBody = z.output<typeof SaleBody>;
export const CancelSaleBody = z.object({ version, reason: t1500 });

/** One row of the workbook: each cell by the rule of the forms (`domain/sale` validates a row as a whole). */
export const SaleImportRow = z.object({
  vin,
  soldOn: day,
  dealer: erpCode,
  customer: personName.optional(),
  birthOn: day.optional(),
  phone: koreanPhone.optional(),
  memo: memo.optional(),
});
export type SaleImportRow = z.output<typeof SaleImportRow>;
/** In the order of the template. */
export const saleColumns = ['vin', 'soldOn', 'dealer', 'customer', 'birthOn', 'phone', 'memo'] as const;
export type SaleColumn = (typeof saleColumns)[number];

export const CellError = cellError(saleColumns);
export type CellError = z.output<typeof CellError>;

export const uploadStates = ['checking', 'ok', 'errors', 'refused', 'saved'] as const;
export const SaleUpload = z.object({
  id: z.number(),
  fileName: z.string(),
  state: z.enum(uploadStates),
  /** rows checked, of all */
  checked: z.number(),
  total: z.number().nullable(),
  /** why the whole file is refused */
  problem: z
    .object({
      code: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      /** of what went wrong in the log; null: the file itself is why */
      reference: z.string().nullable(),
    })
    .nullable(),
  rowsOk: z.number(),
  rowsInError: z.number(),
  /** number of invalid cells; `uploadErrors` lists them */
  errors: z.number(),
  /** the same bytes were saved before: nothing would change */
  sameAs: z.object({ id: z.number(), at: z.string(), by: z.string() }).nullable(),
  newCustomers: z.number(),
  at: z.string(),
});
export type SaleUpload = z.output<typeof SaleUpload>;
export type PreviewRow = z.output<typeof PreviewRow>;
export const PreviewRow = z.object({
  row: z.number(),
  cells: z.record(z.enum(saleColumns), z.string()),
  errors: z.array(CellError),
});

const path = '/api/sales';
export const sales = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'sale:R',
    summary: 'Vehicles, sold and unsold',
    query: SaleFilter,
    data: SaleRow,
    page: true,
  }),
  template: endpoint({
    method: 'GET',
    path: `${path}/template`,
    allow: 'sale:R',
    summary: 'The workbook to fill in, with an explanation and a sample',
    stream: workbookType,
  }),
  customers: endpoint({
    method: 'GET',
    path: `${path}/customers`,
    allow: ['sale:U', 'customer:R'],
    summary: 'Customers to sell to, by name or phone, masked, ten hits',
    query: z.object({ text: name40.min(2) }),
    data: z.array(Customer.extend({ vehicles: z.number() })),
  }),
  upload: endpoint({
    method: 'POST',
    path: `${path}/uploads`,
    allow: 'sale:U',
    summary: 'Checks a workbook of sales; saves nothing',
    file: { maxBytes: saleFileMegabytes * 1024 ** 2, accept: workbookAccept },
    data: SaleUpload,
  }),
  uploadState: endpoint({
    method: 'GET',
    path: `${path}/uploads/:id`,
    allow: 'sale:U',
    summary: 'How far the check of an own upload is',
    params: IdParams,
    data: SaleUpload,
  }),
  uploadRows: endpoint({
    method: 'GET',
    path: `${path}/uploads/:id/rows`,
    allow: 'sale:U',
    summary: 'Its rows with their errors',
    params: IdParams,
    query: z.object({
      ...paging,
      only: z.enum(['all', 'errors']).default('all'),
      column: z.enum(saleColumns).optional(),
    }),
    data: PreviewRow,
    page: true,
  }),
  uploadReport: endpoint({
    method: 'GET',
    path: `${path}/uploads/:id/report`,
    allow: 'sale:U',
    summary: 'The same workbook with the bad cells marked and commented',
    params: IdParams,
    stream: workbookType,
  }),
  uploadSave: endpoint({
    method: 'POST',
    path: `${path}/uploads/:id/save`,
    allow: 'sale:U',
    summary: 'Saves every row of a checked upload, or none',
    bulk: true,
    params: IdParams,
    data: SaleUpload,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'sale:R',
    summary: 'One vehicle and its sale, the customer masked',
    params: IdParams,
    data: SaleDetail,
  }),
  customer: endpoint({
    method: 'GET',
    path: `${path}/:id/customer`,
    allow: ['sale:R', 'customer:R'],
    summary: 'Name and phone of the customer in full; the access is recorded',
    params: IdParams,
    data: Customer.nullable(),
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'sale:U',
    summary: 'Sells it, or changes the sale',
    params: IdParams,
    body: SaleBody,
    data: SaleDetail,
  }),
  preview: endpoint({
    method: 'GET',
    path: `${path}/:id/preview`,
    allow: 'sale:U',
    summary: 'First consumable cycles in days that another sale date would re-date',
    params: IdParams,
    query: z.object({ soldOn: day }),
    data: z.array(z.object({ name: z.string(), dueOn: z.string().nullable(), newDueOn: z.string().nullable() })),
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${path}/:id/cancel`,
    allow: 'sale:U',
    summary: 'Cancels the sale: the vehicle is unsold, the owner’s link and pending transfers end',
    params: IdParams,
    body: CancelSaleBody,
    data: SaleDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'sale:R',
    summary: 'What was changed, newest first',
    params: IdParams,
    query: z.object({ ...paging }),
    data: RecordStep,
    page: true,
  }),
};
