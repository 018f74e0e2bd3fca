import { expect, test } from 'vitest';
import { segment } from '#lib/providers/client/paths.ts';

test.each([
  ['tx_1', 'tx_1'],
  ['a/b', 'a%2Fb'],
  ['payment:..', 'payment%3A..'],
  ['...', '...'],
  ['a?b#c', 'a%3Fb%23c'],
])('A13: %j is the segment %s', (id, text) => {
  expect(segment(id)).toBe(text);
  expect(new URL(`http://x/v1/${segment(id)}/refund`).pathname).toBe(`/v1/${text}/refund`);
});

test.each(['', '.', '..', 'a\0', 'a\ud800'])('A13: %j is none', (id) =>
  expect(() => segment(id)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
);
