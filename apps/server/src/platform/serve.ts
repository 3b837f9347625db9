import {
  applyDecorators,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  SetMetadata,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { z } from 'zod';
import type { Endpoint, Parsed, ReceivedFile, Reply } from '@headland/contracts/endpoint';
import { factoryBytes } from '@headland/contracts/factory';
import { messageOf } from '@headland/contracts/fields';
import { Problem } from './problem';
import { queryLimits, withDates } from './query-period';
import { receiving } from './receive-file';
import { receivingJson } from './receive-json';
import { type CallerRequest, zoneOf } from './caller';

/** The metadata of a route; guard, envelope and boot checks read it. */
export const ENDPOINT = 'headland:endpoint';
const verbs = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete };

/** Method decorator: route, permission metadata and the parsed first argument of one endpoint object. */
export const Serve =
  <E extends Endpoint>(e: E) =>
  <F extends (input: Parsed<E>, ...more: never[]) => Reply<E> | Promise<Reply<E>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void => {
    Input(e)(target, key, 0);
    // factory clients send lists and are authenticated before the body is read
    const large = e.allow === 'factory' && e.body !== undefined ? [UseInterceptors(receivingJson(factoryBytes))] : [];
    const file = e.file === undefined ? large : [UseInterceptors(receiving(e.file))];
    applyDecorators(
      verbs[e.method](e.path),
      HttpCode(e.status ?? 200),
      SetMetadata(ENDPOINT, e),
      ...file,
    )(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };

const Input = createParamDecorator((e: Endpoint, context: ExecutionContext): unknown =>
  parseInput(e, context.switchToHttp().getRequest<CallerRequest>()),
);

/**
 * Runs after the guard, so nothing is parsed for a caller without permission. Throws Problem E0001 with one message key
 * per field.
 */
function parseInput(e: Endpoint, request: CallerRequest): unknown {
  if (e.file === undefined && request.is('multipart/form-data')) throw new Problem('BODY_TYPE');
  const { timeZone: _, ...query } = request.query;
  // an endpoint that accepts a form reads nothing else
  const body: unknown = e.form && !request.is('application/x-www-form-urlencoded') ? {} : request.body;
  const given = { params: request.params, query, body };
  const parsed: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = e[part];
    if (schema === undefined) continue;
    const result = schema.safeParse(given[part] ?? {});
    if (result.success) {
      parsed[part] = result.data;
      const nul = pathOfNul(result.data);
      if (nul !== null) fields[nul.join('.') || part] = 'field.invalid';
    } else for (const issue of result.error.issues) fields[issue.path.join('.') || part] ??= messageKey(issue);
  }
  if (e.file !== undefined) {
    if (request.file === undefined) fields.file = 'field.req';
    else if (pathOfNul(request.file.originalname) !== null) fields.file = 'field.invalid';
    // browsers send the name in UTF-8
    else
      parsed.file = {
        name: request.file.originalname.slice(0, 200),
        bytes: request.file.buffer,
      } satisfies ReceivedFile;
  }
  if (Object.keys(fields).length === 0)
    return e.query === undefined
      ? parsed
      : {
          ...parsed,
          query: withDates(e.query, parsed.query as Record<string, unknown>, queryLimits(request.app, zoneOf(request))),
        };
  // a malformed id is not found
  if (Object.keys(fields).every((f) => e.params && f in e.params.shape)) throw new Problem('NOT_FOUND');
  throw new Problem('E0001', {}, fields);
}

/** Where a text is that has a NUL, which no text of the database can hold; null: nowhere. */
function pathOfNul(value: unknown): string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (name.includes('\0')) return [];
    const path = pathOfNul(part);
    if (path !== null) return [name, ...path];
  }
  return null;
}

function messageKey(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined && !issue.message.startsWith('field.');
  return isMissing ? 'field.req' : messageOf(issue);
}
