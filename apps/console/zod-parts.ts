import type { Plugin } from 'vite';

const left = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/u;

/**
 * zod can describe a schema as JSON Schema; each schema refers to that code, so it would be 5 KB of every first view. The
 * console reads answers and never describes one: these two modules export the same names, and nothing behind them.
 * Fails the build where zod has moved them.
 */
export function withoutJsonSchemas(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform(code, id) {
      if (!left.test(id)) return undefined;
      replaced.add(id);
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gmu)].map(([, name]) => name);
      return {
        code: [
          `const none = () => () => { throw new Error('JSON Schema is not in this build'); };`,
          ...names.map((name) => `export const ${name} = none;`),
        ].join('\n'),
        map: null,
      };
    },
    generateBundle() {
      if (replaced.size !== 2) this.error(`${replaced.size} of zod's 2 modules for JSON Schema were left out`);
    },
  };
}
