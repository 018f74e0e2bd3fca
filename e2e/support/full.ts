/**
 * True in `npm run test:full`: tests that sample a large space (faults, withdrawals, schemas, widths) then take all of
 * it. In `npm test` they take a sample that is the same every time.
 */
export const FULL = process.env.GUICHE_TEST_FULL === '1';
