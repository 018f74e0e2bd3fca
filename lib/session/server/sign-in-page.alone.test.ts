import { expect, test, vi } from 'vitest';
import { safeReturn } from '#lib/session/server/sign-in-page.ts';

vi.mock('#lib/core/env/settings.ts', () => ({ settings: () => ({ url: 'https://guiche.example' }) }));

test.each([
  ['/pix/withdrawals?f=1', '/pix/withdrawals?f=1'],
  ['/sign-in?error=ended', '/'],
  ['/.//evil.example', '/'],
  ['https://guiche.example//evil.example', '/'],
  [['/hub', '/pix'], '/'],
])('the way on after a sign-in, %s, leads to %s', (address, path) => expect(safeReturn(address)).toBe(path));
