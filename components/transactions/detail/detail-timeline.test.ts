import { expect, test } from 'vitest';
import { readAction } from './detail-timeline.tsx';

test.each([
  ['transaction.reveal', null, 'reveal', null],
  ['refund.requested', null, 'refund', null],
  ['refund.confirmed', null, 'refund', 'confirmed'],
  ['transaction.refund.rejected', 'refused', 'refund', 'rejected'],
  ['resend.transaction.unknown', 'failed', 'resend', 'unknown'],
  ['dispute.defend.requested', null, 'defense', null],
  ['defense.requested', 'refused', 'defense', 'refused'],
  ['something.new', null, null, null],
  ['something.new', 'failed', null, 'failed'],
  ['', null, null, null],
])('%s (%s)', (action, result, what, end) => {
  expect(readAction(action, result)).toEqual({ what, end });
});
