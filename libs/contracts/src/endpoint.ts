import type { z } from 'zod';
import type { Allow } from './access';

/**
 * One description of an endpoint, read by the controller (`@Serve`), the console (`call`, `query`), the buttons
 * (`can(endpoint.allow)`), the OpenAPI document and the test of all endpoints. `data` is the shape inside the
 * envelope's `data`; with `page: true` it is one row of a list. A `stream` endpoint returns that media type instead of
 * an envelope. `data` is plain JSON: no Date, no transform, since `call` does not parse responses.
 */
interface Common<P extends string> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: P;
  allow: Allow;
  summary: string;
  status?: number;
  /** works on thousands of records: a caller waits for it as long as for a file */
  bulk?: true;
  /** group in the OpenAPI document */
  tag?: string;
}
interface Parts {
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** one file, as the multipart field `file`; an endpoint has this or a body */
  file?: FileRule;
  data?: z.ZodType;
  page?: true;
  stream?: string;
  /** an interface that a standard defines: the answer is `data` itself, in one of these types, the first by default */
  bare?: readonly ('application/json' | 'application/xml')[];
  /** the body is a form (RFC 6749), not JSON */
  form?: true;
  /** of the app: the token is in the path (`:vinId/:accessToken`) instead of a header */
  pathToken?: true;
  /** of `data`, for the OpenAPI document; of a list its rows */
  example?: unknown;
}
/** An upload: at most this many bytes. Its type is checked by content, after it arrived. */
export interface FileRule {
  maxBytes: number;
  /** for the file chooser of a browser: `.jpg,.png` */
  accept: string;
}
/** A file of a caller: a browser's File. */
export interface GivenFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer: () => Promise<ArrayBuffer>;
}
/** A file in a handler. Its name is given by the sender: displayed, never used as a path. */
export interface ReceivedFile {
  name: string;
  bytes: Uint8Array;
}
type Names<P extends string> = P extends `${infer H}/${infer T}`
  ? Names<H> | Names<T>
  : P extends `:${infer N}`
    ? N
    : never;
type ParamsFor<P extends string> = [Names<P>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<Names<P>, z.ZodType>> };
type OneAnswer = { data: z.ZodType; stream?: never } | { data?: never; page?: never; stream: string };

export type Endpoint = Common<string> & Parts;

export const endpoint = <
  const P extends `/api/${string}`,
  const E extends Common<P> & Parts & ParamsFor<P> & OneAnswer,
>(
  e: E & Common<P> & ParamsFor<P> & { [K in Exclude<keyof E, keyof Common<P> | keyof Parts>]: never },
): E => Object.freeze(e) as E;

type PartIn<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : unknown;
type PartOut<E, K extends string> = E extends { [k in K]: infer S extends z.ZodType }
  ? { [k in K]: z.output<S> }
  : unknown;

/** What a caller must pass. */
export type Input<E> = PartIn<E, 'params'> &
  PartIn<E, 'query'> &
  PartIn<E, 'body'> &
  (E extends { file: FileRule } ? { file: GivenFile } : unknown);
/** What a handler receives: the same, parsed. */
export type Parsed<E> = PartOut<E, 'params'> &
  PartOut<E, 'query'> &
  PartOut<E, 'body'> &
  (E extends { file: FileRule } ? { file: ReceivedFile } : unknown);
type Data<E> = E extends { data: infer S extends z.ZodType } ? z.output<S> : never;
/** Of a streamed answer: what the log names if it breaks off in the middle. */
export const referenceHeader = 'x-reference';

/**
 * A file returned by a handler: bytes, or a stream at the caller's pace. `name` null: displayed in place, not saved.
 */
export interface Streamed {
  name: string | null;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** its media type, where it is not always that of the endpoint */
  type?: string;
}
/** What a handler returns: the data, for lists the rows with their total, or a file. */
export type Reply<E> = E extends { stream: string }
  ? Streamed
  : E extends { page: true }
    ? { rows: Data<E>[]; total: number }
    : Data<E>;
/** What `call` resolves to; for a stream the file, with its name from the server. */
export type Answer<E> = E extends { stream: string }
  ? Download
  : E extends { page: true }
    ? { rows: Data<E>[]; page: Page }
    : Data<E>;

export interface Download {
  name: string | null;
  bytes: ArrayBuffer;
}

/** A list: what it is filtered by, what one row is, and the names by which it can be sorted. */
export type ListEndpoint = Endpoint & { query: z.ZodObject; data: z.ZodType; page: true };
export type ListRow<E extends ListEndpoint> = z.output<E['data']>;
export type SortName<E extends ListEndpoint> =
  z.output<E['query']> extends { sort?: infer S extends string } ? S : never;

/** An error of one record of a list: its index, the field, a code or key of the catalogues, and its text. */
export interface RecordError {
  list: string;
  index: number;
  field: string;
  code: string;
  message: string;
  values: Record<string, string | number>;
}

export interface Page {
  number: number;
  size: number;
  total: number;
}
/** The envelope of every response (decisions.md, Session). */
export type Envelope<T = unknown> =
  | { success: true; data: T; error: null; page?: Page }
  | {
      success: false;
      data: null;
      error: {
        code: string;
        message: string;
        reference: string;
        fields?: Record<string, string>;
        values?: Record<string, string | number>;
        records?: RecordError[];
      };
    };
