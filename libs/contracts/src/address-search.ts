import { z } from 'zod';
import { endpoint } from './endpoint';
import { t100 } from './fields';

/** Addresses and places by their text, from the geocoder of the installation. */
export const addressSearch = {
  find: endpoint({
    method: 'GET',
    path: '/api/addresses',
    allow: 'member',
    summary: 'Find an address or a place on the map',
    query: z.object({ q: t100 }),
    data: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })),
  }),
};
