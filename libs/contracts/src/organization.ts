import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes } from './access';
import { NearAgency } from './shared-shapes';

/** The tree of organisations, as far as a scope filter and the choice of an agency need it. */
export const OrganizationNode = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(groupTypes),
  parentId: z.number().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
export type OrganizationNode = z.output<typeof OrganizationNode>;
const coordinate = z.coerce.number<string | number>();
export const organizations = {
  tree: endpoint({
    method: 'GET',
    path: '/api/organizations/tree',
    allow: 'member',
    summary: 'Own organisation and those below it, parents first',
    data: z.array(OrganizationNode),
  }),
  nearest: endpoint({
    method: 'GET',
    path: '/api/organizations/nearest',
    allow: 'member',
    summary: 'Agencies and dealers in scope by distance from a place',
    query: z.object({ lat: coordinate.min(-90).max(90), lon: coordinate.min(-180).max(180) }),
    data: z.array(NearAgency),
  }),
};
