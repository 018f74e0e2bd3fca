import { afterEach, expect, test, vi } from 'vitest';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { approvalsOptions } from '#lib/operations/queries.ts';
import { BellNews, QuietHours, useMarkRead } from './bell.tsx';
import { shown } from './testing/shown.tsx';

test('a weaker rule that waits leads to the page where it can be decided', () => {
  const change = {
    id: 'c',
    effectiveAt: '2026-11-20T12:00:00.000Z',
    requestedBy: { id: 'sv', name: 'Sérgio' },
    may: { approve: true, decline: true },
  } as RuleChange;
  const { markup, text } = shown(<BellNews onClose={() => undefined} />, {
    known: [
      { of: approvalsOptions('pix'), data: { items: [] } },
      { of: changesOptions(), data: { items: [change] } },
    ],
  });
  expect(text).toContain('Sérgio');
  expect(markup).toContain('href="/settings/policies"');
  expect(markup).not.toContain('href="/settings/accounts"');
});

test('what could not be read is said, so that nobody takes it for nothing', () => {
  const { text } = shown(<BellNews onClose={() => undefined} />, {
    known: [
      { of: changesOptions(), data: { items: [] } },
      { of: approvalsOptions('pix'), error: new Error('away') },
    ],
  });
  expect(text).toContain('Tentar agora');
});

const QUIET = { on: true, from: '20:00', to: '08:00', days: 'every' };
const line = (quiet: object, locale: 'pt-BR' | 'en' = 'pt-BR', short = false) =>
  shown(<QuietHours short={short} />, {
    locale,
    known: [{ of: settingsOptions('pix'), data: { quiet: { ...QUIET, ...quiet } } }],
  });

test('one’s quiet hours, what passes, and the way to where they are chosen', () => {
  const { markup, text } = line({});
  expect(text).toBe('silêncio das 20:00 às 8:00; prazos e aprovações passam');
  expect(markup).toContain('href="/settings/channels"');
  expect(line({}, 'pt-BR', true).text).toBe('silêncio das 20:00 às 8:00');
  expect(line({ days: 'weekdays' }, 'en').text).toBe(
    'quiet from 20:00 to 8:00 on weekdays; deadlines and approvals pass',
  );
});

test('absent where there are none, or they are not known', () => {
  expect(line({ on: false }).text).toBe('');
  expect(line({ to: '20:00' }).text).toBe('');
  expect(shown(<QuietHours />).text).toBe('');
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  [204, []],
  [403, ['Não foi possível marcar como lida']],
])('marking as read that is answered with %i says %j', async (status, messages) => {
  const toasts: string[] = [];
  vi.stubGlobal('fetch', async () =>
    status === 204
      ? new Response(null, { status })
      : Response.json({ code: 'forbidden', status, title: 'no' }, { status }),
  );
  let read: ReturnType<typeof useMarkRead> = async () => undefined;
  const Bell = () => {
    read = useMarkRead();
    return null;
  };
  shown(<Bell />, { toast: (one) => toasts.push(one) });
  await read({ all: true });
  expect(toasts).toEqual(messages);
});
