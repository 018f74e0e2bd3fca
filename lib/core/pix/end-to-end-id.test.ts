import { expect, it } from 'vitest';
import vectors from '../fixtures/vectors/days.json' with { type: 'json' };
import { readEndToEndId } from './end-to-end-id.ts';

it.each(vectors.endToEndIds)('$id', ({ id, valid, kind, ispb, instant }) => {
  expect(readEndToEndId(id)).toStrictEqual(valid ? { kind, ispb, instant } : null);
});

it('reads nothing around it', () => {
  expect(readEndToEndId(' E12345678202611211403AbCdEfGhIjK')).toBeNull();
  expect(readEndToEndId('E12345678202611211403AbCdEfGhIjK\n')).toBeNull();
  expect(readEndToEndId('')).toBeNull();
});
