/**
 * True in `npm run test:full`: tests of a large space (faults, withdrawals, schemas, widths) then run all of
 * it. `npm test` runs a fixed sample.
 */
export const FULL = process.env.GUICHE_TEST_FULL === '1';
