import { existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { MapLayer } from '@headland/contracts/map-layer';
import type { Config } from './config';
import { TileAddress } from './tile-address';

/** Below `/api/`, so that a proxy before the server needs no rule for it. */
export const mapFilesPath = '/api/map-files';
/** The installation's own list of base maps, in MAP_DIR. */
const listName = 'layers.json';
const outline = 'outline';

const webAddress = z.url({ protocol: /^https?$/ });

const common = {
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/u, 'must be lower-case letters, digits and -')
    .refine((id) => id !== outline, `${outline} is the built-in map`),
  name: z.strictObject({ ko: z.string().min(1).max(40), en: z.string().min(1).max(40) }),
  attribution: z.string().min(1).max(200),
  attributionUrl: webAddress.optional(),
};
const Raster = z.strictObject({
  ...common,
  kind: z.literal('raster'),
  url: TileAddress,
  darkUrl: TileAddress.optional(),
  maxZoom: z.number().int().min(1).max(22).default(18),
});
const Pmtiles = z
  .strictObject({
    ...common,
    kind: z.literal('pmtiles'),
    file: z
      .string()
      .regex(/^\w[\w.-]*\.pmtiles$/u, 'must be the name of a .pmtiles file in MAP_DIR')
      .optional(),
    url: webAddress.optional(),
  })
  .refine(({ file, url }) => (file === undefined) !== (url === undefined), 'needs either file or url');
type ListedLayer = z.output<typeof Raster> | z.output<typeof Pmtiles>;

/** `layers.json`. Unknown keys are refused: a misspelt one would do nothing. */
export const LayerList = z
  .strictObject({
    /** the id of the layer that a console shows until somebody chooses; without it the outline */
    default: z.string().optional(),
    layers: z.array(z.discriminatedUnion('kind', [Raster, Pmtiles])).max(20),
  })
  .superRefine(({ layers, default: first }, check) => {
    const ids = layers.map(({ id }) => id);
    for (const id of ids.filter((each, i) => ids.indexOf(each) !== i))
      check.addIssue({ code: 'custom', path: ['layers'], message: `${id} is listed twice` });
    if (first !== undefined && first !== outline && !ids.includes(first))
      check.addIssue({ code: 'custom', path: ['default'], message: `no layer has the id ${first}` });
  });

export interface BaseMaps {
  layers: MapLayer[];
  /** the id of the layer that a console shows until somebody chooses; null: the outline */
  first: string | null;
  /** names of the files in MAP_DIR that consoles read */
  files: string[];
}
type MapConfig = Pick<Config, 'MAP_DIR' | 'MAP_TILE_URL' | 'MAP_ATTRIBUTION'>;

/** What MAP_DIR and MAP_TILE_URL configure. Throws an Error that names each wrong value of the list. */
export function readBaseMaps({ MAP_DIR, MAP_TILE_URL, MAP_ATTRIBUTION }: MapConfig): BaseMaps {
  const list = MAP_DIR === undefined ? { layers: [] } : readList(resolve(MAP_DIR, listName));
  const single: MapLayer[] =
    MAP_TILE_URL === undefined
      ? []
      : [
          {
            ...{ id: 'tiles', name: { ko: '지도', en: 'Map' }, kind: 'raster', url: MAP_TILE_URL, darkUrl: null },
            ...{ attribution: MAP_ATTRIBUTION ?? '', attributionUrl: null, maxZoom: 18 },
          },
        ];
  const first = list.default ?? single[0]?.id ?? outline;
  return {
    layers: [...list.layers.map(toLayer), ...single],
    first: first === outline ? null : first,
    files: list.layers.flatMap((layer) => (layer.kind === 'pmtiles' && layer.file !== undefined ? [layer.file] : [])),
  };
}

/** Without the file there are no layers: the composition mounts its folder in any case. */
function readList(path: string): z.output<typeof LayerList> {
  if (!existsSync(path)) return { layers: [] };
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  const parsed = LayerList.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`${path} is not right:\n${lines.join('\n')}`);
}

function toLayer(layer: ListedLayer): MapLayer {
  const { id, name, attribution, attributionUrl = null } = layer;
  const shown = { id, name, attribution, attributionUrl };
  if (layer.kind === 'pmtiles')
    return { ...shown, kind: 'pmtiles', url: layer.url ?? `${mapFilesPath}/${layer.file ?? ''}` };
  return { ...shown, kind: 'raster', url: layer.url, darkUrl: layer.darkUrl ?? null, maxZoom: layer.maxZoom };
}

/** Hosts that a console reads images from, and those that it reads archives from, for the content policy. */
export function originsOf(layers: readonly MapLayer[]): { images: string[]; archives: string[] } {
  const origins = (urls: (string | null)[]) => [
    ...new Set(urls.filter((url) => url?.startsWith('http')).map((url) => new URL(url ?? '').origin)),
  ];
  return {
    images: origins(layers.flatMap((layer) => (layer.kind === 'raster' ? [layer.url, layer.darkUrl] : []))),
    archives: origins(layers.flatMap((layer) => (layer.kind === 'pmtiles' ? [layer.url] : []))),
  };
}

/** Files that the list names and MAP_DIR does not have: the console shows the outline, and the log says why. */
export const missingMapFiles = (config: MapConfig): string[] =>
  readBaseMaps(config)
    .files.filter((file) => !existsSync(join(config.MAP_DIR ?? '', file)))
    .map((file) => `MAP_DIR: ${listName} names ${file}, which is not there`);

/**
 * Serves the listed files in byte ranges to everybody who reaches the console, as a server of tiles would. The tag is a
 * strong one, by which a console sees between two ranges that the file was replaced.
 */
export function serveMapFiles(folder: string, files: readonly string[]): RequestHandler {
  const known = new Set(files);
  return (request: Request, response: Response, next: NextFunction) => {
    const name = request.path.slice(1);
    if (!known.has(name) || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    stat(join(folder, name)).then(
      ({ size, mtimeMs }) => {
        response.set({ 'Content-Type': 'application/vnd.pmtiles', ETag: `"${size}-${Math.round(mtimeMs)}"` });
        response.sendFile(name, { root: folder, maxAge: '1h' }, (error) => {
          if (error === undefined || response.headersSent) return;
          if ('status' in error && error.status === 416)
            response.status(416).set('Content-Range', `bytes */${size}`).end();
          else next(error);
        });
      },
      () => next(),
    );
  };
}
