import { expect, test } from 'vitest';
import { referenceOptions, requestedByReferenceOptions } from '#lib/operations/queries.ts';

test('what a reference is taken by and what was asked under it are two answers, kept apart', () => {
  const requestedKey = requestedByReferenceOptions('pix', ['charge.create'], 'pedido-1').queryKey;
  expect(requestedKey).not.toEqual(referenceOptions('pix', 'pedido-1').queryKey);
  expect(requestedKey).not.toEqual(
    requestedByReferenceOptions('pix', ['transfer.create'], 'pedido-1').queryKey,
  );
});
