import { z } from 'zod';
import { endpoint } from './endpoint';

/** The interface for machines of the factory. They come with a key in this header, not as members. */
export const apiKeyHeader = 'x-api-key';

export const factory = {
  key: endpoint({
    method: 'GET',
    path: '/api/factory/key',
    allow: 'factory',
    summary: 'The name of the key that came with the call',
    data: z.object({ name: z.string() }),
  }),
};
