import { expect, test } from 'vitest';
import { rolesOf } from './person.ts';

test.each([
  ['finance', false, [{ account: '*', role: 'finance' }]],
  [
    ['pix:analyst', 'hub:viewer'],
    false,
    [
      { account: 'pix', role: 'analyst' },
      { account: 'hub', role: 'viewer' },
    ],
  ],
  [
    ['finance', '*:finance', 'pix:viewer', 'pix:viewer'],
    false,
    [
      { account: '*', role: 'finance' },
      { account: 'pix', role: 'viewer' },
    ],
  ],
  [['admin', 'viewer'], false, [{ account: '*', role: 'viewer' }]],
  [['admin'], true, [{ account: '*', role: 'admin' }]],
  [['pix:admin'], false, []],
  [['everyone', 'pix:', ':viewer', 7, null], false, []],
  [undefined, true, []],
])('%j, administration %s', (claim, mayAdminister, roles) =>
  expect(rolesOf(claim, mayAdminister)).toEqual(roles),
);
