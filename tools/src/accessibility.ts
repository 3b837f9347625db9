import { option, runTour } from './run/tour';

/**
 * `npm run lab -- accessibility [--only pattern]`: axe with best practice on every screen, panel and dialog in both themes
 * and on a phone, and what 200 % zoom cuts off.
 */
process.exit(runTour('accessibility', { SHEET_ONLY: option('only') }));
