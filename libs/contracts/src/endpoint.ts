import type { z } from 'zod';
import type { Allow } from './access';

/**
 * One description of an endpoint, read by the controller (`@Serve`), the console (`call`, `query`), the buttons
 * (`can(endpoint.allow)`), the OpenAPI document and the test that walks them all.
 *
 * `data` is the shape inside the envelope's `data`; with `page: true` it is one row of a list. A `stream` endpoint answers
 * with that media type instead of an envelope. `data` holds JSON only: no Date, no transform, since `call` does not parse answers.
 */
interface Common<P extends string> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: P;
  allow: Allow;
  summary: string;
  status?: number;
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
  /** of the app: the token stands in the path (`:vinId/:accessToken`) instead of a header */
  pathToken?: true;
}
/** What may be sent: at most so many bytes. What the bytes are is judged by their content, after they came. */
export interface FileRule {
  maxBytes: number;
  /** for the file chooser of a browser: `.jpg,.png` */
  accept: string;
}
/** A file as a caller gives it: what a browser calls File. */
export interface GivenFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer: () => Promise<ArrayBuffer>;
}
/** A file as a handler receives it. The name is the sender's word and is shown, never used as a path. */
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

/** What a caller must give. */
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
/** A file as a handler returns it: at once, or piece by piece with the caller's line setting the pace. `name` null: shown in place, not saved. */
export interface Streamed {
  name: string | null;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
}
/** What a handler returns: the data, for lists the rows with their total, or a file. */
export type Reply<E> = E extends { stream: string }
  ? Streamed
  : E extends { page: true }
    ? { rows: Data<E>[]; total: number }
    : Data<E>;
/** What `call` resolves to; for a stream the file, with the name that the server gave it. */
export type Answer<E> = E extends { stream: string }
  ? Download
  : E extends { page: true }
    ? { rows: Data<E>[]; page: Page }
    : Data<E>;

export interface Download {
  name: string | null;
  bytes: ArrayBuffer;
}

/** What is wrong with one record of a list that was sent: its place in the list, the field, a code or key of the catalogues, and what that says. */
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
/** The envelope of every answer (decisions.md, Session). */
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
