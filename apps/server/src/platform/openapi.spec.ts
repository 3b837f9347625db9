import { describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { endpoints } from './endpoints';
import { openApi } from './openapi';
import { shadowed } from './boot-checks';

interface Document {
  paths: Record<string, Record<string, { 'x-allow': string; parameters: { name: string; in: string; required: boolean }[] }>>;
}

describe('the OpenAPI document', () => {
  const document = openApi(endpoints) as Document;

  it('describes every endpoint with its permission', () => {
    const operations = Object.values(document.paths).flatMap((p) => Object.values(p));
    expect(operations).toHaveLength(endpoints.length);
    for (const operation of operations) expect(operation['x-allow']).toMatch(/^(public|member|wall|development|[a-zA-Z]+:[CRUD])$/);
  });

  it('names path parameters as required', () => {
    expect(document.paths['/api/sos/{id}']?.get?.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }));
  });
});

describe('routes in the order of their declaration', () => {
  const at = (path: string): Endpoint => ({ method: 'GET', path, allow: 'public', summary: '' });
  it.each([
    [['/api/x/:id', '/api/x/export'], 1],
    [['/api/x/export', '/api/x/:id'], 0],
    [['/api/x/:id/a', '/api/x/:id/b'], 0],
    [['/api/x/:id', '/api/y/export'], 0],
  ])('%j: %i is never reached', (paths, count) => {
    expect(shadowed(paths.map(at))).toHaveLength(count);
  });
});
