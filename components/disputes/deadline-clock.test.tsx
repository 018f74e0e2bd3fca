import { afterEach, expect, it, vi } from 'vitest';
import { NavDue } from '#components/app-shell/nav-badge.tsx';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { DisputesPanel } from '../overview/check-panels.tsx';
import { ExternallyAnswered } from './work/claim-panel.tsx';
import { ClockPanel } from './work/clock-panel.tsx';

const NOW = '2026-11-28T12:00:00.000Z';
const HOUR = 3_600_000;
const dispute = {
  ...{ id: 'd1', state: 'open', situation: 'scam', type: null, reason: null, amount: 1_000, protocol: null },
  ...{ openedAt: '2026-11-26T12:00:00.000Z', deadline: '2026-11-28T21:58:30.000Z', deadlineEstimated: false },
  ...{ answeredAt: null, answeredBy: null, assignee: null, draft: null, payerName: null, sending: null },
} as unknown as Dispute;
const detail = { dispute, deadlineNotices: [], limits: { windowHours: 48 } } as unknown as DisputeDetail;
const first = { items: [dispute], sums: { open: { count: 1, amount: 1_000 } }, completeAt: NOW };

afterEach(() => vi.useRealTimers());

it.each([-5, 3, 11, 70 / 60])(
  'P13: a clock %d h off: the queue, the menu and the dispute show the same time left',
  (ahead) => {
    // The data was read by a browser with this clock.
    vi.useFakeTimers({ now: Date.parse(NOW) + ahead * HOUR });
    const of = { now: NOW, known: [{ of: firstDueOptions('pix'), data: first }] };
    const clock = shown(<ClockPanel detail={detail} />, of).text;
    expect(clock).toContain('9 h 58 min');
    expect(clock).toContain('hoje 18:58:30');
    expect(shown(<NavDue />, of).text).toContain('9 h 58 min');
    expect(shown(<DisputesPanel account="pix" />, of).text).toContain('9 h 58 min');
    expect(shown(<DisputesPanel account="pix" />, of).text).toContain('hoje 18:58');
    expect(shown(<ExternallyAnswered detail={detail} />, of).text).toContain('hoje 18:58');
    const english = shown(<ClockPanel detail={detail} />, { ...of, locale: 'en' }).text;
    expect(english).toContain('9 h 58 min');
    expect(english).toContain('today 18:58:30');
  },
);

it('P13: what is past due is past due, however late the computer thinks it is', () => {
  vi.useFakeTimers({ now: Date.parse(NOW) - 11 * HOUR });
  const late = '2026-11-28T22:00:00.000Z';
  const of = { now: late, known: [{ of: firstDueOptions('pix'), data: first }] };
  expect(shown(<NavDue />, of).text).toContain('passou do prazo');
  expect(shown(<DisputesPanel account="pix" />, of).text).toContain('prazo vencido');
});
