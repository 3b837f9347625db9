import { fileURLToPath } from 'node:url';

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const frame = source('console-shell.tsx');
/** What is loaded without the frame. */
const main = source('main.tsx');
const login = source('people/session/login.page.tsx');
const app = source('embedded/main.tsx');
let shared: ReadonlySet<string> | undefined;

/**
 * What the frame shares with pages is one file: by themselves these modules would be thirty files, since each page uses
 * some of them, and such small ones do not compress. None of them is imported by what entry, login and the app's pages
 * load, and none imports what the frame has alone, so that no two files import each other. Packages stay as the bundler
 * has them: their indexes import everything.
 */
export function frameFile(id: string, graph: Graph): string | null {
  return isOurs(id) && (shared ??= sharedOf(graph)).has(id) ? 'frame' : null;
}

function sharedOf(graph: Graph): Set<string> {
  const without = new Set([main, login].flatMap((root) => [...importsOf(graph, root)]));
  for (const id of importsOf(graph, app, true)) without.add(id);
  const ofPages = new Set<string>();
  for (const id of importsOf(graph, main, true))
    for (const root of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      if (root !== frame) importsOf(graph, root, false, ofPages);
  return new Set([...importsOf(graph, frame)].filter((id) => ofPages.has(id) && !without.has(id)));
}

const isOurs = (id: string): boolean => !id.includes('/node_modules/') && !id.startsWith('\0');

function importsOf(graph: Graph, root: string, onDemand = false, found = new Set<string>()): Set<string> {
  if (found.has(root) || !isOurs(root)) return found;
  found.add(root);
  const info = graph.getModuleInfo(root);
  for (const next of [...(info?.importedIds ?? []), ...(onDemand ? (info?.dynamicallyImportedIds ?? []) : [])])
    importsOf(graph, next, onDemand, found);
  return found;
}
