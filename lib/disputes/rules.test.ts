import { describe, expect, test } from 'vitest';
import {
  checksFor,
  deadlineOf,
  endingOf,
  guessSituation,
  mayBeWithBank,
  shownIn,
  stateOf,
  stepOf,
} from './rules.ts';

describe('stateOf', () => {
  test.each([
    ['OPEN', false, 'open'],
    ['ACKNOWLEDGED', false, 'open'],
    ['WAITING_PSP', false, 'open'],
    ['WAITING_ADJUSTMENTS', true, 'answered'],
    ['SOMETHING_NEW', false, 'open'],
    ['SOMETHING_NEW', true, 'answered'],
    [null, false, 'open'],
    ['DEFENDED', false, 'answered'],
    ['answered', false, 'answered'],
    ['CLOSED', true, 'closed'],
    ['CANCELLED', false, 'closed'],
    ['CANCELED', false, 'closed'],
  ] as const)('%s, defended %s: %s', (status, defended, state) => {
    expect(stateOf({ status, defended })).toBe(state);
  });
});

describe('deadlineOf', () => {
  test('is the provider’s own where it has one', () => {
    const dispute = { deadline: '2026-11-20T10:00:00.000Z', openedAt: '2026-11-17T10:00:00.000Z' };
    expect(deadlineOf(dispute, 48)).toEqual({ at: dispute.deadline, estimated: false });
  });
  test('else the opening and the window, marked as estimated', () => {
    const found = deadlineOf({ deadline: null, openedAt: '2026-11-17T10:00:00.000Z' }, 48);
    expect(found).toEqual({ at: '2026-11-19T10:00:00.000Z', estimated: true });
  });
  test('is not made up', () => {
    expect(deadlineOf({ deadline: null, openedAt: null }, 48)).toEqual({ at: null, estimated: false });
  });
});

test.each([
  [48, 'calm'],
  [47.99, 'under48'],
  [24, 'under48'],
  [23.99, 'under24'],
  [6, 'under24'],
  [5.99, 'under6'],
  [0, 'over'],
  [-1, 'over'],
] as const)('%s h left: %s', (hours, step) => {
  expect(stepOf(hours * 3_600_000)).toBe(step);
});

test.each([
  ['CLOSED', 'AGREED', 'returned'],
  ['CLOSED', 'DISAGREED', 'kept'],
  ['CANCELLED', null, 'withdrawn'],
  ['CLOSED', 'PARTLY', 'other'],
] as const)('%s %s ended %s', (status, result, ending) => {
  expect(endingOf({ status, result })).toBe(ending);
});

test.each([
  ['Cliente relata ter sido vítima de golpe ao realizar o pagamento.', 'scam'],
  ['Cliente afirma que a conta foi acessada por terceiros e não reconhece a transação.', 'account_takeover'],
  ['Cliente relata ter sido coagido a fazer a transferência.', 'coercion'],
  ['Transação feita a partir de aparelho não reconhecido.', 'fraudulent_access'],
  ['Falha operacional na instituição do pagador.', 'other'],
  [null, 'other'],
] as const)('%s: %s', (reason, situation) => {
  expect(guessSituation(reason)).toBe(situation);
});

describe('the checklist', () => {
  const sections = { sale: 'Pix {{e2e}}.', delivery: '', contact: '', conclusion: '{{earlier_payments}}' };
  const attachments = [
    { name: 'Comprovação de entrega.png', mimeType: 'image/png' },
    { name: 'conversa.png', mimeType: 'image/png' },
    { name: 'e-mail do comprador.pdf', mimeType: 'application/pdf' },
  ];
  const draft = { sections, attachments };

  test('follows the situation, and is the general one for another', () => {
    expect(checksFor('account_takeover')).toContain('access');
    expect(checksFor('scam')).not.toContain('access');
    expect(checksFor('no such')).toEqual(checksFor('other'));
  });
  test('sees what the letter and the files show', () => {
    expect(shownIn('charge', draft)).toEqual({ where: 'section', number: 1, weak: false });
    expect(shownIn('earlier_payments', draft)).toEqual({ where: 'section', number: 4, weak: false });
    expect(shownIn('delivery', draft)).toEqual({ where: 'attachment', number: 1, weak: false });
    expect(shownIn('document', draft)).toBeNull();
    expect(shownIn('invoice', draft)).toBeNull();
  });
  test('a picture of a conversation is weak, a PDF is not', () => {
    expect(shownIn('contact', draft)).toEqual({ where: 'attachment', number: 2, weak: true });
    const only = { sections, attachments: attachments.slice(2) };
    expect(shownIn('contact', only)).toEqual({ where: 'attachment', number: 1, weak: false });
  });
});

describe('R6: codes of a dispute are read by meaning', () => {
  test.each([
    ...[
      'MERCHANT_DEFENSE_SENT',
      'DEFENSE_SUBMITTED',
      'DEFENDED_BY_MERCHANT',
      'ANSWERED_BY_RECEIVER',
      'Answered',
    ],
    ...['RESPONSE_RECEIVED', 'RESPONDIDA'],
  ])('%s was answered', (status) => expect(stateOf({ status, defended: false })).toBe('answered'));

  test.each([
    ...[
      'WITHDRAWN_BY_PAYER',
      'FINISHED_ACCEPTED',
      'FINISHED',
      'CANCELED_BY_BANK',
      'CASE_CLOSED',
      'ENCERRADA',
    ],
    ...['REJECTED', 'ACCEPTED', 'RESOLVED', 'EXPIRED'],
  ])('%s is closed', (status) => expect(stateOf({ status, defended: false })).toBe('closed'));

  test.each([
    ...[
      'OPEN',
      'ACKNOWLEDGED',
      'AWAITING_DEFENSE',
      'WAITING_FOR_MERCHANT',
      'NOT_ANSWERED',
      'DEFENSE_PENDING',
    ],
    ...['UNANSWERED', 'REOPENED', 'NEW'],
  ])('%s is certainly open', (status) => {
    expect(stateOf({ status, defended: false })).toBe('open');
    expect(mayBeWithBank({ status, defended: false })).toBe(false);
  });

  test.each([
    'UNDER_REVIEW',
    'IN_ANALYSIS',
    'AWAITING_BANK',
    'WAITING_PSP',
    'WAITING_ADJUSTMENTS',
    'STAGE_7',
  ])('%s stays in the queue, and may already be with the bank', (status) => {
    expect(stateOf({ status, defended: false })).toBe('open');
    expect(mayBeWithBank({ status, defended: false })).toBe(true);
    expect(mayBeWithBank({ status, defended: true })).toBe(false);
  });

  test('the other fields state what the status does not', () => {
    const uncertain = { status: 'UNDER_REVIEW', defended: false };
    const at = '2026-10-10T10:00:00.000Z';
    expect(stateOf({ ...uncertain, answeredAt: at })).toBe('answered');
    expect(stateOf({ ...uncertain, decidedAt: at })).toBe('closed');
    expect(stateOf({ ...uncertain, result: 'AGREED' })).toBe('closed');
    expect(stateOf({ ...uncertain, result: 'IN_ANALYSIS' })).toBe('open');
    expect(stateOf({ status: 'OPEN', defended: false, result: 'AGREED' })).toBe('open');
  });

  test.each([
    [{ status: 'FINISHED_ACCEPTED', result: null }, 'returned'],
    [{ status: 'CLOSED', result: 'REJECTED' }, 'kept'],
    [{ status: 'CLOSED', result: 'ACCEPTED' }, 'returned'],
    [{ status: 'WITHDRAWN', result: null }, 'withdrawn'],
    [{ status: 'CLOSED', result: null }, 'other'],
  ] as const)('%j ended %s', (dispute, ending) => expect(endingOf(dispute)).toBe(ending));
});
