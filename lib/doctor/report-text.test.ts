import { expect, test } from 'vitest';
import { checkLabels } from '#lib/doctor/report-text.ts';

const CATALOGUE: Record<string, string> = {
  'checks.scopes': 'Scopes',
  'says.scopesMissing': '{scopes}',
  'hint.scopesMissing': '{capabilities}',
  'capabilities.withdrawals': 'saques',
  'capabilities.charges-create': 'criar cobranças',
};
const t = Object.assign(
  (key: string, values: Record<string, string | number> = {}) =>
    (CATALOGUE[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name])),
  { has: (key: string) => key in CATALOGUE },
);

test('what is held back is said in words, a whole without its halves, an unknown one by its name', () => {
  const capabilities = 'charges-create, withdrawals, withdrawals-create, withdrawals-list, moon';
  const facts = { scopes: 'WITHDRAW', capabilities };
  const check = { id: 'scopes', state: 'waits', says: 'scopesMissing', facts, code: null } as const;
  expect(checkLabels(check, t, 'pt-BR').hint).toBe('criar cobranças, saques, moon');
});
