import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { policiesOptions } from '#lib/policies/queries.ts';
import { PoliciesView } from './policies-view.tsx';

test('policies that cannot be read say so where they would stand; the limits beside them stay', () => {
  const { text } = shown(<PoliciesView />, {
    known: [
      { of: connectionsOptions(), data: { items: [] } },
      { of: policiesOptions(), error: new Error() },
    ],
  });
  expect(text).toMatch(/Segunda pessoa.*Erro no Guichê/);
});
