import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Secret } from '#lib/core/masking/secret.ts';

const secret = new Secret('sbx_hidden');

test('only reveal gives the text', () => {
  expect(secret.reveal()).toBe('sbx_hidden');
});

test.each([
  ['template', `${secret}`],
  ['concatenation', `a${String(secret)}`],
  ['JSON', JSON.stringify({ secret })],
  ['inspect', inspect({ deep: { secret } })],
  ['inspect with hidden members', inspect(secret, { showHidden: true })],
  ['copy', JSON.stringify({ ...secret })],
])('%s does not show it', (_, text) => {
  expect(text).not.toContain('hidden');
});
