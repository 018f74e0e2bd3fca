import { expect, test } from 'vitest';
import { blockQuery, healthQuery } from '#lib/overview/queries.ts';
import { BlockedForm, BlockNotice } from './block-notice.tsx';
import { shown } from './testing/shown.tsx';

const CHANGED = '2026-11-22T12:03:00.000Z';
const blocked = (operations: string[]) => ({
  of: blockQuery('pix'),
  data: { block: { operations, changedAt: CHANGED } },
});

test('D: a blocked account is told on every page what is refused and since when, in both languages', () => {
  const some = { known: [blocked(['WITHDRAW', 'SOMETHING_NEW'])] };
  const pt = shown(<BlockNotice account="pix" />, some);
  expect(pt.markup).toContain('role="alert"');
  expect(pt.text).toMatch(/saque.* e SOMETHING_NEW.*dom 22 nov, 09:03/i);
  expect(shown(<BlockNotice account="pix" />, { ...some, locale: 'en' }).text).toMatch(
    /withdrawal.* and SOMETHING_NEW.*Sun 22 Nov, 09:03/i,
  );
  const all = shown(<BlockNotice account="pix" />, { known: [blocked([])] }).text;
  expect(all).not.toBe(pt.text);
  expect(all).toContain('dom 22 nov, 09:03');
});

test('D: an account that is not blocked, or of which nothing is known, says nothing of it', () => {
  const free = { of: blockQuery('pix'), data: { block: null } };
  expect(shown(<BlockNotice account="pix" />, { known: [free] }).markup).toBe('');
  expect(shown(<BlockNotice account="pix" />).markup).toBe('');
});

test('D: a form is told at its head when what it asks for is refused, and by what', () => {
  const withdrawals = <BlockedForm form="withdrawals" />;
  expect(shown(withdrawals, { known: [blocked(['WITHDRAW'])] }).text).toContain('dom 22 nov, 09:03');
  expect(shown(withdrawals, { known: [blocked(['PIX_KEY'])] }).markup).toBe('');
  const refused = { of: healthQuery('pix'), data: { blockedBy: 'PZA203' } };
  expect(shown(withdrawals, { known: [refused] }).text).toMatch(/PZA203$/);
});
