import { expect, test } from 'vitest';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { isPersonal } from '#lib/core/masking/pii.ts';
import { endpoints } from '#lib/endpoints.ts';

test('a changing call that answers with somebody’s data says by which schema a refusal shows what is there', () => {
  const unsaid = Object.entries<Endpoint>(endpoints).filter(
    ([, { idempotency, response, existing }]) =>
      idempotency && response !== undefined && isPersonal(response) && existing === undefined,
  );
  expect(unsaid.map(([key]) => key)).toEqual([]);
});
