/**
 * Terms that a customer accepts, with their current version. Their texts are `appTerms.<term>.title` and
 * `appTerms.<term>.text` of the catalogue.
 */
export const customerTerms = [
  { term: 'service', version: '2026-05-01', required: true },
  { term: 'privacy', version: '2026-05-01', required: true },
  { term: 'location', version: '2026-05-01', required: true },
  { term: 'marketing', version: '2026-05-01', required: false },
  { term: 'assistant', version: '2026-11-01', required: false },
] as const;
export const customerTermNames = customerTerms.map((t) => t.term);
export type CustomerTerm = (typeof customerTerms)[number]['term'];
/** The worst state of the required terms: accepted in their current version, in an older one, or not. */
export const ownerTermStates = ['agreed', 'outdated', 'missing'] as const;
/** How an answer was given. */
export const termWays = ['app', 'paper', 'phone'] as const;
export type TermWay = (typeof termWays)[number];
