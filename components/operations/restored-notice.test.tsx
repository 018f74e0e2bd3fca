import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { RestoredNotice } from './money-facts.tsx';

const AT = '2026-11-19T17:03:12.000Z';
const text = (state: string, restoredAt: string | null, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<RestoredNotice operation={{ state, restoredAt } as Operation} />, { locale }).text;

test('M4: an approver reads that it may have been sent since the backup, in both languages', () => {
  expect(text('awaiting_approval', AT)).toMatch(
    /pode já ter saído.*qui 19 nov, 14:03:12.*primeiro consulta o serviço/,
  );
  expect(text('awaiting_approval', AT, 'en')).toMatch(/may have been sent since.*first looks it up/);
  expect(text('unknown', AT)).toContain('uma pessoa diz como terminou');
  expect(text('unknown', AT, 'en')).toContain('a person says how it ended');
});

test('M4: nothing is said of one that ended, or that no backup brought back', () => {
  expect(text('confirmed', AT)).toBe('');
  expect(text('awaiting_approval', null)).toBe('');
});
