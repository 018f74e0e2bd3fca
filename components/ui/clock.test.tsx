import { expect, it, vi } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { useNow, useToday } from './clock.tsx';

function ShownTime({ since }: { since?: string }) {
  return `${new Date(useNow(1000, since)).toISOString()} ${useToday(since)}`;
}

it('P13: a first drawing is of the page’s own instant, whatever the clock of who draws it', () => {
  const now = '2026-11-28T12:00:00.000Z';
  for (const ahead of [-5, 3, 11]) {
    vi.useFakeTimers({ now: Date.parse(now) + ahead * 3_600_000 });
    try {
      expect(shown(<ShownTime />, { now }).text).toBe(`${now} 2026-11-28`);
    } finally {
      vi.useRealTimers();
    }
  }
});

it('P13: the day is São Paulo’s, and neither day nor time is before what was shown already', () => {
  const late = { now: '2026-11-29T02:59:59.000Z' };
  expect(shown(<ShownTime />, late).text).toContain(' 2026-11-28');
  expect(shown(<ShownTime since="2026-11-29T03:00:01.000Z" />, late).text).toBe(
    '2026-11-29T03:00:01.000Z 2026-11-29',
  );
  expect(shown(<ShownTime since="2026-11-01T00:00:00.000Z" />, late).text).toContain(
    '02:59:59.000Z 2026-11-28',
  );
});
