import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { ResendBadge } from './resend-badge.tsx';

const COUNTS = {
  total: 0,
  outside: 0,
  unreachable: 0,
  skipped: 0,
  requested: 0,
  unknown: 0,
  remaining: 0,
  accepted: 0,
  delivered: 0,
  failed: 0,
};
const badge = (requested: number, locale: 'pt-BR' | 'en') => {
  const counts = { ...COUNTS, total: requested, requested };
  const job = { state: 'completed', pausedUntil: null, pauseReason: null, counts } as const;
  return shown(<ResendBadge job={job} />, { locale }).text;
};

test('a job that found nothing to ask for does not say that all was requested', () => {
  expect(badge(0, 'pt-BR')).toBe('Nada a pedir');
  expect(badge(0, 'en')).toBe('Nothing to request');
  expect(badge(4, 'pt-BR')).toBe('Concluído');
});
