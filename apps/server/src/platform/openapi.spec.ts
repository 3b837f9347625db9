import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '@headland/contracts/endpoint';
import { endpoints } from './endpoints';
import { openApi } from './openapi';
import { shadowed } from './boot-checks';

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        'x-allow': string | string[];
        tags: string[];
        security: object[];
        parameters: { name: string; in: string; required: boolean }[];
      }
    >
  >;
}

describe('the OpenAPI document', () => {
  const document = openApi(endpoints) as Document;

  it('describes every endpoint with its permission', () => {
    const operations = Object.values(document.paths).flatMap((p) => Object.values(p));
    expect(operations).toHaveLength(endpoints.length);
    for (const operation of operations)
      for (const allow of [operation['x-allow']].flat())
        expect(allow).toMatch(/^(public|member|wall|development|factory|app|fleet|[a-zA-Z]+:[CRUD])$/);
  });

  it('lists which permissions are needed together, and where a key is accepted', () => {
    expect(document.paths['/api/kiosks']?.post?.['x-allow']).toEqual(['administrator:R', 'organization:C']);
    expect(document.paths['/api/factory/key']?.get).toMatchObject({
      'x-allow': 'factory',
      security: [{ factory: [] }],
    });
  });

  it('groups by part, and shows examples that fit their schema', () => {
    expect(document.paths['/api/app/report/{vinId}/{accessToken}']?.get?.tags).toEqual(['app']);
    expect(document.paths['/api/app/codes']?.post?.tags).toEqual(['app']);
    expect(document.paths['/api/sos/{id}']?.get?.tags).toEqual(['sos']);
    const shown = endpoints.filter((e) => e.example !== undefined);
    expect(shown.length).toBeGreaterThan(3);
    // of a stream it is the text of one
    const schemaOf = (e: Endpoint) => (e.stream ? z.string() : e.page ? e.data?.array() : e.data);
    for (const e of shown) expect(schemaOf(e)?.parse(e.example), e.path).toEqual(e.example);
  });

  it('shows the Fleet API under its own tag, with both formats and the token', () => {
    const fleet = document.paths['/api/fleet/iso15143/Fleet/{pageNumber}']?.get;
    expect(fleet).toMatchObject({
      tags: ['Fleet API (ISO/TS 15143-3)'],
      security: [{ fleet: [] }],
      responses: { 200: { content: { 'application/xml': {}, 'application/json': {} } } },
    });
    expect(document.paths['/api/fleet/oauth/token']?.post).toMatchObject({
      security: [],
      requestBody: { content: { 'application/x-www-form-urlencoded': {} } },
    });
  });

  it('names path parameters as required', () => {
    expect(document.paths['/api/sos/{id}']?.get?.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    );
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
