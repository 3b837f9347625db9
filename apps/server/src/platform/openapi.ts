import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Endpoint } from '@headland/contracts/endpoint';
import { errorStatus } from '@headland/contracts/errors';
import { appHeader } from '@headland/contracts/app';
import { fleetTokenPath } from '@headland/contracts/fleet-api';
import { apiKeyHeader } from '@headland/contracts/factory';
import { accessHeader, refreshHeader } from '@headland/contracts/session';
import type { Config } from './config';
import { endpoints } from './endpoints';

/**
 * Serves the document at /api/openapi.json. It describes the interface, contains no data, and is public like the
 * console's own code.
 */
export function serveOpenApi(app: NestExpressApplication, config: Pick<Config, 'PUBLIC_URL'>): void {
  const document = openApi(endpoints, config.PUBLIC_URL);
  app.use('/api/openapi.json', (_: Request, response: Response) => void response.json(document));
}

/** OpenAPI 3.1 from the endpoint objects; each operation has its permission as `x-allow`; of a list, all are needed. */
export function openApi(list: readonly Endpoint[], server?: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const e of list) (paths[e.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})[e.method.toLowerCase()] = operation(e);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headland',
      version: '1',
      description: 'Every request carries `timeZone` (IANA); answers are envelopes.',
    },
    ...(server === undefined ? {} : { servers: [{ url: server }] }),
    paths,
    components: {
      securitySchemes: {
        access: { type: 'apiKey', in: 'header', name: accessHeader },
        refresh: { type: 'apiKey', in: 'header', name: refreshHeader },
        factory: { type: 'apiKey', in: 'header', name: apiKeyHeader },
        app: { type: 'apiKey', in: 'header', name: appHeader },
        fleet: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: fleetTokenPath, scopes: {} } } },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(e: Endpoint): object {
  const open = e.allow === 'public' || e.allow === 'development';
  return {
    tags: [e.tag ?? tagOf(e)],
    summary: e.summary,
    'x-allow': e.allow,
    security: open ? [] : [securityOf(e)],
    parameters: [
      ...fields(e.params, 'path'),
      ...fields(e.query, 'query'),
      { name: 'timeZone', in: 'query', schema: { type: 'string' }, description: 'IANA time zone of the caller' },
    ],
    ...(e.body
      ? {
          requestBody: {
            required: true,
            content: { [e.form ? formType : 'application/json']: { schema: json(e.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [e.status ?? 200]: { description: 'OK', content: answer(e) },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** The first word of its path; all of the customers' app is `app`. */
const tagOf = ({ path }: Endpoint): string => /^\/api\/([\w-]+)/u.exec(path)?.[1] ?? 'other';

const formType = 'application/x-www-form-urlencoded';

function securityOf({ allow, pathToken }: Endpoint): object {
  if (pathToken) return {};
  return allow === 'factory' || allow === 'app' || allow === 'fleet' ? { [allow]: [] } : { access: [] };
}

function answer(e: Endpoint): object {
  if (e.stream !== undefined || e.data === undefined) {
    const { stream = 'application/octet-stream', example } = e;
    const format = stream.startsWith('text/') ? {} : { format: 'binary' };
    return { [stream]: { schema: { type: 'string', ...format }, ...(example === undefined ? {} : { example }) } };
  }
  const data = json(e.data, 'output');
  if (e.bare !== undefined) return Object.fromEntries(e.bare.map((type) => [type, { schema: data }]));
  const page = {
    type: 'object',
    properties: { number: { type: 'integer' }, size: { type: 'integer' }, total: { type: 'integer' } },
    required: ['number', 'size', 'total'],
  };
  return {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: true },
          data: e.page ? { type: 'array', items: data } : data,
          error: { type: 'null' },
          ...(e.page ? { page } : {}),
        },
        required: ['success', 'data', 'error', ...(e.page ? ['page'] : [])],
      },
      ...(e.example === undefined ? {} : { example: exampleOf(e) }),
    },
  };
}

const exampleOf = (e: Endpoint): object => ({
  success: true,
  data: e.example,
  error: null,
  ...(e.page && Array.isArray(e.example) ? { page: { number: 1, size: 20, total: e.example.length } } : {}),
});

function fields(schema: z.ZodObject | undefined, where: 'path' | 'query'): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = json(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function json(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    data: { type: 'null' },
    error: {
      type: 'object',
      properties: {
        code: { enum: Object.keys(errorStatus) },
        message: { type: 'string' },
        reference: { type: 'string' },
        values: { type: 'object' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['code', 'message', 'reference'],
    },
  },
};
