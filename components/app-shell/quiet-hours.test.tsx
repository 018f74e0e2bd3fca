import { expect, test } from 'vitest';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { QuietHours } from './quiet-hours.tsx';
import { shown } from './testing/shown.tsx';

const QUIET = { on: true, from: '20:00', to: '08:00', days: 'every' };
const line = (quiet: object, locale: 'pt-BR' | 'en' = 'pt-BR', short = false) =>
  shown(<QuietHours short={short} />, {
    locale,
    known: [{ of: settingsOptions('pix'), data: { quiet: { ...QUIET, ...quiet } } }],
  });

test('one’s quiet hours, what passes, and the way to where they are chosen', () => {
  const { markup, words } = line({});
  expect(words).toBe('silêncio das 20:00 às 8:00; prazos e aprovações passam');
  expect(markup).toContain('href="/settings/channels"');
  expect(line({}, 'pt-BR', true).words).toBe('silêncio das 20:00 às 8:00');
  expect(line({ days: 'weekdays' }, 'en').words).toBe(
    'quiet from 20:00 to 8:00 on weekdays; deadlines and approvals pass',
  );
});

test('absent where there are none, or they are not known', () => {
  expect(line({ on: false }).words).toBe('');
  expect(line({ to: '20:00' }).words).toBe('');
  expect(shown(<QuietHours />).words).toBe('');
});
