/**
 * The ids of the remote tests, as stored with results. A fault record's `checks` and the catalogue of tests may use
 * only these, so that a check on a fault page always opens an existing test.
 */
export const diagnosticTestIds = [
  'runup',
  'shutoff',
  'compres',
  'highpre',
  'hpTest',
  'prvTest',
  'leakTest',
  'lqsLevel',
  'lqsTemp',
  'ureaStabilisation',
  'pumpPriming',
  'defControlTest',
  'defInjectTest',
  'defHeaterTest',
  'acvTest',
  'egrTest',
  'plugTest',
  'buzzTest',
  'c3iInfo',
  'partReplacement',
] as const;
export type DiagnosticTestId = (typeof diagnosticTestIds)[number];
