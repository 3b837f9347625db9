import { endpoints } from '../platform/endpoints';
import type { TestServer } from './server';

/** Nothing has this id. */
const nobody = 2_000_000_000;

/** The status of every GET endpoint, many at a time: of the thing with this id, where the path names one. */
export function everyGet(
  server: TestServer,
  token: string,
  { id = nobody, query = {} }: { id?: number; query?: Record<string, string> } = {},
): Promise<{ path: string; status: number }[]> {
  const gets = endpoints.filter((e) => e.method === 'GET');
  return Promise.all(
    gets.map(async (e) => {
      const response = await server.send(e, { params: { id, client: id }, query }, token);
      await response.arrayBuffer();
      return { path: e.path, status: response.status };
    }),
  );
}
