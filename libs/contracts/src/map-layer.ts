import { z } from 'zod';
import { Place } from './shared-shapes';

/** What every base map has. The built-in outline is none of them: it needs no configuration. */
const common = {
  id: z.string(),
  name: Place,
  attribution: z.string(),
  /** where the attribution leads */
  attributionUrl: z.string().nullable(),
};
/** A base map that an installation has configured, as a console draws it. */
export const MapLayer = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('raster'),
    /** with {z}, {x} and {y} */
    url: z.string(),
    /** the same for the dark theme; null: `url` in both */
    darkUrl: z.string().nullable(),
    /** of its images; beyond it they are enlarged */
    maxZoom: z.number(),
  }),
  z.object({ ...common, kind: z.literal('pmtiles'), url: z.string() }),
]);
export type MapLayer = z.output<typeof MapLayer>;
