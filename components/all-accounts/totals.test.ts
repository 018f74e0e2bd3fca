import { expect, test } from 'vitest';
import { totalsOf } from './all-accounts-view.tsx';

test('U11: what all accounts hold, real money apart from the sandbox, and of how many it is', () => {
  const balance = (available: number | null, blocked: number | null) => ({ available, blocked });
  expect(
    totalsOf([
      { environment: 'sandbox', balance: balance(500, null) },
      { environment: 'production', balance: balance(10_000, 200) },
      { environment: 'production', balance: balance(2_500, null) },
      { environment: 'production', balance: balance(null, 900) },
      { environment: 'production', balance: undefined },
    ]),
  ).toEqual([
    { environment: 'production', available: 12_500, blocked: 200, known: 2, all: 4 },
    { environment: 'sandbox', available: 500, blocked: null, known: 1, all: 1 },
  ]);
});
