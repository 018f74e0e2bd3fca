import { expect, test, vi } from 'vitest';
import { ownPath } from '#lib/session/server/sign-in-page.ts';

vi.mock('#lib/core/env/settings.ts', () => ({ settings: () => ({ url: 'https://guiche.example' }) }));

test.each([
  ['/pix/transactions?status=paid', '/pix/transactions?status=paid'],
  ['https://guiche.example/hub', '/hub'],
  ['/', '/'],
])('a path of this product stays: %s', (address, path) => expect(ownPath(address)).toBe(path));

test.each([
  ['another origin', 'https://evil.example/pix'],
  ['a host without a scheme', '//evil.example'],
  ['a scheme that runs', 'javascript:alert(1)'],
  ['a path that is read as a host once its dot is gone', '/.//evil.example'],
  ['the same behind a folder', '/pix/..//evil.example'],
  ['the same in backslashes', '/.\\\\evil.example'],
  ['the same on the own origin', 'https://guiche.example//evil.example'],
  ['nothing', undefined],
])('nobody is led elsewhere: %s', (_, address) => expect(ownPath(address)).toBe('/'));
