/** Terms that a customer agrees to, with the version that is asked for today. Their words are `appTerms.<term>.title` and `appTerms.<term>.text` of the catalogue. */
export const customerTerms = [
  { term: 'service', version: '2026-05-01', required: true },
  { term: 'privacy', version: '2026-05-01', required: true },
  { term: 'location', version: '2026-05-01', required: true },
  { term: 'marketing', version: '2026-05-01', required: false },
] as const;
export const customerTermNames = customerTerms.map((t) => t.term);
export type CustomerTerm = (typeof customerTerms)[number]['term'];
/** How the required terms stand together, as bad as the worst of them: agreed as they read today, as they once read, or not. */
export const ownerTermStates = ['agreed', 'outdated', 'missing'] as const;
/** How an answer was given. */
export const termWays = ['app', 'paper', 'phone'] as const;
export type TermWay = (typeof termWays)[number];
