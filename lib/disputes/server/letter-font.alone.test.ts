import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { letterPdf } from '#lib/disputes/server/compose-defense.ts';

vi.mock('node:fs/promises', { spy: true });

test('a font that could not be read once is read again', async () => {
  const letter = { protocol: 'p-1', text: 'Olá.', at: '2026-11-19T17:03:12.345Z' };
  vi.mocked(readFile).mockRejectedValueOnce(new Error('EMFILE'));
  await expect(letterPdf(letter)).rejects.toThrow('EMFILE');
  expect((await letterPdf(letter)).length).toBeGreaterThan(1_000);
});
