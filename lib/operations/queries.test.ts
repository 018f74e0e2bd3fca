import { expect, test } from 'vitest';
import { askedByReferenceOptions, referenceOptions } from '#lib/operations/queries.ts';

test('what a reference is taken by and what was asked under it are two answers, kept apart', () => {
  const asked = askedByReferenceOptions('pix', ['charge.create'], 'pedido-1').queryKey;
  expect(asked).not.toEqual(referenceOptions('pix', 'pedido-1').queryKey);
  expect(asked).not.toEqual(askedByReferenceOptions('pix', ['transfer.create'], 'pedido-1').queryKey);
});
