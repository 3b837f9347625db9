import { dirname, relative, resolve, sep } from 'node:path';
import { contexts } from './contexts.mjs';

/**
 * Who may import whom inside an app: one rule over the folder names `src/<context>/<slice>/<file>`, so that a new slice needs no line here.
 *
 * Contexts import each other one way (contexts.mjs). Within a context slices belong together and import what they need; circles of files are refused
 * elsewhere (check-boundaries.mjs).
 * Server: of a slice in another context only its reads, its commands, its module, and its `*.tx` functions, which do this slice's share inside the
 * other's transaction, so that both commit together. The platform knows no slice.
 * Console: a feature imports the shared folders, never a feature of another context; a page may put parts of two together. Only the routes know pages.
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

/** Folders beside the contexts that know no slice; `seed` puts the demonstration together and may import any. */
const shared = { server: ['platform', 'testing'], console: ['ui', 'lib', 'shell', 'testing'] };

/** `context` is the folder under src, `slice` the one in it; a file at the top of src has none. */
function placeOf(file) {
  const [apps, app, src, ...rest] = relative(root, file).split(sep);
  if (apps !== 'apps' || !(app in shared) || src !== 'src' || rest.length === 0) return null;
  const [context, slice] = rest.length === 1 ? [null, null] : rest;
  return { app, context, slice, name: rest.at(-1).replace(/\.tsx?$/, '') };
}

function denied(from, to) {
  if (from.app !== to.app || from.context === null || from.context === to.context) return null;
  return from.app === 'server' ? deniedInServer(from, to) : deniedInConsole(from, to);
}

const isSpec = ({ name }) => name.endsWith('.spec');
const oneWay = (from, to) =>
  contexts[from.context] === undefined || contexts[from.context].includes(to.context)
    ? null
    : `${from.context} is below ${to.context} (tools/lint/contexts.mjs): an event, a policy or a hook reverses the dependency.`;

function deniedInServer(from, to) {
  if (from.context === 'testing' || isSpec(from)) return null;
  if (from.context === 'platform') return 'The platform knows no slice: turn the dependency round.';
  if (to.context === null) return 'A slice does not import what puts the slices together.';
  if (to.context === 'platform') return null;
  if (to.context === 'testing') return 'Only specs import from testing.';
  if (!/\.(reads|command|module|tx)$/.test(to.name))
    return `A slice reaches another context only by an event, a command, its *.reads or a *.tx of its acts: ${to.slice}/${to.name} is none.`;
  return oneWay(from, to);
}

function deniedInConsole(from, to) {
  if (shared.console.includes(from.context))
    return to.context === null || shared.console.includes(to.context) || from.context === 'testing'
      ? null
      : `${from.context} is shared: it knows no feature.`;
  if (to.context === null || shared.console.includes(to.context)) return null;
  if (to.name.endsWith('.page')) return 'Only the routes know the pages.';
  const isPage = /\.page(\.spec)?$/.test(from.name);
  return isPage || isSpec(from)
    ? null
    : `A feature does not import one of another context (${to.context}): a page puts two together, or the part belongs to ui.`;
}

const root = resolve(import.meta.dirname, '..', '..');
