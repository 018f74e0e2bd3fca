import { expect, test } from 'vitest';
import { updateDatabaseClock } from '#lib/data/clock.ts';
import type { HookChannel } from '#lib/notifications/server/channels.ts';
import { testHook } from '#lib/notifications/server/compose.ts';

test('M9: a test of a channel is dated by the database’s clock', () => {
  updateDatabaseClock(Date.now() + 600_000, Date.now());
  const { body } = testHook({ form: 'json' } as unknown as HookChannel, 'en', 'one');
  updateDatabaseClock(Date.now(), Date.now());
  const { at = '' } = body as { at?: string };
  expect(Math.abs(Date.parse(at) - Date.now() - 600_000)).toBeLessThan(60_000);
});
