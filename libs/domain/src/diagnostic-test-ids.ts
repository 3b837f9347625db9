/**
 * The ids of the remote tests, as the stored results of a diagnosis name them. A fault record's `checks` and the catalogue of tests may use these
 * and no others, so that a check on a fault page always opens a test that exists.
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
