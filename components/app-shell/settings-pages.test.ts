import { expect, test } from 'vitest';
import { settingsFor } from './settings-pages.ts';

test('approvals open to who may approve on one account, the other pages of the settings to who manages all', () => {
  const ids = (...held: Parameters<typeof settingsFor>) => settingsFor(...held).map(({ id }) => id);
  const on = (permissions: ('read' | 'approve')[]) => ({ permissions: [], accounts: [{ permissions }] });
  expect(ids(on(['read']))).toEqual(['channels', 'profile']);
  expect(ids(on(['read', 'approve']))).toEqual(['approvals', 'channels', 'profile']);
  expect(ids({ permissions: ['manage', 'approve'], accounts: [] })).toContain('approvals');
});
