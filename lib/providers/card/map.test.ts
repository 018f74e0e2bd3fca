import { expect, test } from 'vitest';
import { statusOf } from '#lib/providers/card/map.ts';

test.each([
  ['DECLINED', 3, 'Denied', 'DECLINED'],
  ['refused_by_issuer', 3, 'Denied', 'refused_by_issuer'],
  ['NOT_AUTHORIZED', 3, 'Denied', 'NOT_AUTHORIZED'],
  ['CAPTURED', 2, 'PaymentConfirmed', 'CAPTURED'],
  ['Paid', 2, 'PaymentConfirmed', 'Paid'],
  ['PARTIALLY_REFUNDED', 2, 'PaymentConfirmed', 'PARTIALLY_REFUNDED'],
  ['REVERSED_PARTLY', 2, 'PaymentConfirmed', 'REVERSED_PARTLY'],
  ['UNPAID', 3, 'Denied', 'UNPAID'],
  ['APPROVED', 1, 'Authorized', 'APPROVED'],
  ['IN_REVIEW', 12, 'Pending', 'IN_REVIEW'],
  ['PROCESSING_ERROR', 0, 'NotFinished', 'PROCESSING_ERROR'],
  ['IN_PROCESSING', 12, 'Pending', 'IN_PROCESSING'],
  ['Denied', 3, 'Denied', undefined],
  ['2', 2, 'PaymentConfirmed', undefined],
  ['STAGE_7', null, 'STAGE_7', undefined],
] as const)('R6: the card state %s is %s', (written, statusCode, status, reported) => {
  expect(statusOf(written)).toEqual({ statusCode, status, ...(reported === undefined ? {} : { reported }) });
});
