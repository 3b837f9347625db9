import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { mayDependOn } from './tools/lint/boundaries.mjs';
import { sliceImports } from './tools/lint/slice-imports.mjs';

/** Run it through nx (`npm run lint`): the boundary rule reads the project graph, which nx brings up to date first. */
const libraries = {
  'type:contracts': ['zod'],
  'type:domain': ['zod'],
  'type:i18n': ['intl-messageformat', '@formatjs/icu-messageformat-parser'],
  'type:testing': ['zod', 'cbor-x', 'mqtt-packet'],
};
const inTests = ['vitest', 'fast-check', 'zod', 'cbor-x'];
const boundaries = (alsoAllowed) => [
  'error',
  {
    allowCircularSelfDependency: true,
    banTransitiveDependencies: false,
    depConstraints: Object.entries(mayDependOn).map(([sourceTag, others]) => ({
      sourceTag,
      onlyDependOnLibsWithTags: others,
      ...(sourceTag in libraries ? { allowedExternalImports: [...libraries[sourceTag], ...alsoAllowed] } : {}),
    })),
  },
];

const noEnum = { selector: 'TSEnumDeclaration', message: 'A union of strings says the same and needs no import.' };
const databaseTime =
  "The machine's own clock may be wrong: CLOCK or databaseTime() for a time, performance.now() for a span.";

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/.*/**',
      '**/node_modules',
      '**/coverage',
      '**/test-results',
      '**/*.gen.ts',
      'apps/console/public',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx, headland: { rules: { 'slice-imports': sliceImports } } },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([]),
      'headland/slice-imports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
      'no-undef': 'off', // the type checker does this
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', noEnum],
    },
  },
  { files: ['**/*.spec.{ts,tsx}'], rules: { '@nx/enforce-module-boundaries': boundaries(inTests) } },
  // Nest reads the classes of constructor arguments at run time: a type-only import would be erased
  { files: ['apps/server/**/*.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  { files: ['tools/**/*.ts', 'apps/simulator/**/*.ts', 'apps/e2e/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['libs/{contracts,domain,i18n}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'react', 'react-*', '@nestjs/*'],
              message: 'Libraries run everywhere: no I/O and no framework in them.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/domain/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is an argument of a rule.' },
        { object: 'Math', property: 'random', message: 'Chance is an argument of a rule.' },
      ],
    },
  },
  {
    files: ['apps/server/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/server/src/testing/**', 'apps/server/src/platform/{clock*,doctor/check-clocks}.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'Date', property: 'now', message: databaseTime }],
      'no-restricted-syntax': [
        'error',
        noEnum,
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: databaseTime },
      ],
    },
  },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        setImmediate: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
