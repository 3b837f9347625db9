import { dirname, relative, resolve, sep } from 'node:path';

/**
 * Who may import whom inside an app: one rule over the folder names, so that a new slice needs no line here.
 *
 * Server: a slice imports the platform, and of another slice only its reads, its commands, its module, and its `*.tx` functions, which do this
 * slice's share inside the other's transaction, so that both commit together. The platform knows no slice.
 * Console: a feature imports the shared folders, never another feature; a page may put parts of two together. Only the routes know all pages.
 */
export const sliceImports = {
  meta: { type: 'problem', schema: [], messages: { denied: '{{why}}' } },
  create(context) {
    const from = placeOf(context.filename);
    if (from === null) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const to = placeOf(resolve(dirname(context.filename), source));
      const why = to === null ? null : denied(from, to);
      if (why !== null) context.report({ node: node.source, messageId: 'denied', data: { why } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const apps = {
  server: { shared: ['platform', 'testing'], denied: deniedInServer },
  console: { shared: ['ui', 'lib', 'live', 'session', 'shell', 'testing'], denied: deniedInConsole },
};

function placeOf(file) {
  const [, app, src, folder, ...rest] = relative(root, file).split(sep);
  if (relative(root, file).split(sep)[0] !== 'apps' || !(app in apps) || src !== 'src' || folder === undefined)
    return null;
  return { app, folder, atTop: rest.length === 0, name: rest.at(-1) ?? folder };
}

function denied(from, to) {
  if (from.app !== to.app || from.atTop) return null;
  return apps[from.app].denied(from, to, apps[from.app].shared);
}

function deniedInServer(from, to, shared) {
  if (from.folder === to.folder || from.folder === 'testing' || /\.spec$/.test(from.name.replace(/\.tsx?$/, '')))
    return null;
  if (from.folder === 'platform')
    return to.atTop || to.folder === 'testing' || !shared.includes(to.folder)
      ? 'The platform knows no slice: turn the dependency round.'
      : null;
  if (to.folder === 'platform' || to.atTop)
    return to.atTop ? 'A slice does not import what puts the slices together.' : null;
  if (to.folder === 'testing') return 'Only specs import from testing.';
  return /\.(reads|command|module|tx)$/.test(to.name)
    ? null
    : `A slice reaches another only by an event, a command, its *.reads or a *.tx of its acts: ${to.folder}/${to.name} is none.`;
}

function deniedInConsole(from, to, shared) {
  if (from.folder === to.folder) return null;
  const isPage = /\.page(\.spec)?(\.tsx?)?$/.test(from.name);
  if (shared.includes(from.folder))
    return shared.includes(to.folder) || to.atTop || from.folder === 'testing'
      ? null
      : `${from.folder} is shared: it knows no feature.`;
  if (to.atTop || shared.includes(to.folder)) return null;
  if (/\.page$/.test(to.name)) return 'Only the routes know the pages.';
  return isPage || /\.spec\.tsx?$/.test(from.name)
    ? null
    : `A feature does not import another (${to.folder}): a page puts two together, or the part belongs to ui.`;
}

const root = resolve(import.meta.dirname, '..', '..');
