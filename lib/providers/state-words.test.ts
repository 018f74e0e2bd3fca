import { describe, expect, test } from 'vitest';
import { disputeResultOf, disputeWordOf } from '#lib/core/status/dispute.ts';
import {
  documentedState,
  moneyStateOf,
  refundOutcome,
  type Standing,
  standingOf,
} from '#lib/core/status/money.ts';
import { type CheckState, checkStateOf, jobStateOf } from '#lib/core/status/service.ts';
import { stateOf as disputeState, mayBeWithBank } from '#lib/disputes/rules.ts';
import { statusOf, toCharge } from '#lib/providers/card/map.ts';
import { asCharge } from '#lib/providers/card/wire.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { readInfractions, toInfraction } from '#lib/providers/pix/disputes.ts';
import { readJob } from '#lib/providers/pix/reports.ts';
import { ownershipIn } from '#lib/providers/pix/webhooks.ts';
import { randomBy, rowIn, spell, styleBy } from '#lib/providers/testing/spelled.ts';
import {
  WORD_CASES as CASES,
  DENIABLE,
  deniedWordBy,
  MONEY_WORDS,
  moneyWordBy,
  VAIN,
  stateWordBy as word,
} from '#lib/providers/testing/state-words.ts';
import { stateOf as reportState } from '#lib/reports/rules.ts';

/** Done-point 4: words of states that no document has, made of parts by seed, with related fields. */

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
describe('R6: words of money', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 50_000);
    for (const meaning of MONEY_WORDS) {
      const sentWord = moneyWordBy(random, meaning);
      expect(documentedState(sentWord), sentWord).toBe(meaning);
    }
  });
});

const CARD: Record<number, readonly string[]> = {
  2: ['captured', 'paid', 'settled', 'completed'],
  1: ['authorized', 'approved'],
  3: ['declined', 'denied', 'refused', 'not authorized', 'not approved', 'rejected'],
  10: ['voided', 'cancelled'],
  11: ['refunded', 'reversed', 'chargeback'],
  12: ['pending', 'in review', 'waiting', 'processing'],
  13: ['aborted'],
};

describe('R6: words of a card', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 60_000);
    for (const [code, cores] of Object.entries(CARD)) {
      const sentWord = word(random, ['', 'card', 'transaction'], random.pick(cores), ['', '', 'by issuer']);
      const style = styleBy(random);
      const inside = random.chance(0.5);
      const status = random.chance(0.3) ? Number(code) : sentWord;
      const fields = {
        ...{ id: `c${seed}`, amount: 100 },
        ...(inside ? { payment: { status } } : { status }),
      };
      const charge = toCharge(asCharge(rowIn(style, 'charge', fields)));
      expect(charge.statusCode, JSON.stringify(fields)).toBe(Number(code));
      // Settled is what was captured, and nothing else.
      expect(statusOf(sentWord).statusCode === 2, sentWord).toBe(code === '2');
    }
  });
});

const REPORT: Record<string, readonly string[]> = {
  pending: ['pending', 'queued', 'created', 'waiting', 'scheduled', 'accepted'],
  running: ['running', 'processing', 'in progress', 'started', 'generating', 'not ready'],
  completed: ['completed', 'done', 'ready', 'finished', 'generated', 'available', 'success'],
  failed: ['failed', 'error', 'cancelled', 'aborted'],
  expired: ['expired', 'removed'],
};

describe('R6: words of a report', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 70_000);
    const style = styleBy(random);
    for (const [state, cores] of Object.entries(REPORT)) {
      const sentWord = word(random, ['', 'report', 'file', 'export'], random.pick(cores));
      const name = random.pick(['status', 'state', 'reportStatus', 'jobStatus', 'situation']);
      const job = readJob({
        report: { [spell(style, style.prefixed ? 'reportId' : 'id')]: 'r', [spell(style, name)]: sentWord },
      });
      expect(job.status).toBe(sentWord);
      expect(reportState(job, 0), sentWord).toBe(state);
    }
  });
});

const STANDINGS: Record<Standing, readonly string[]> = {
  active: ['active', 'activated', 'enabled', 'registered', 'reactivated', 'ativa'],
  paused: ['inactive', 'disabled', 'paused', 'suspended', 'not active', 'deactivated', 'inativa'],
  gone: ['removed', 'deleted', 'cancelled', 'ended', 'expired', 'finished', 'excluida', 'encerrada'],
  changing: ['pending', 'removing', 'in progress', 'removal requested'],
};
const CHECKS: Record<CheckState, readonly string[]> = {
  verified: ['verified', 'approved', 'success', 'passed', 'confirmed', 'ok', 'done', 'aprovado'],
  failed: ['failed', 'rejected', 'denied', 'invalid', 'error', 'timed out', 'verification failed'],
  pending: ['pending', 'waiting', 'processing', 'in progress', 'queued', 'verification pending'],
};
const NEITHER = ['unverified', 'not verified', 'not approved', 'qwerty'];

describe('R6: words of a key, a recurrence and a check of an address', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 90_000);
    for (const [standing, cores] of Object.entries(STANDINGS)) {
      const sentWord = word(random, ['', 'key', 'recurrence', 'pix'], random.pick(cores), [
        '',
        '',
        'by holder',
      ]);
      expect(standingOf(sentWord), sentWord).toBe(standing);
    }
    for (const [state, cores] of [...Object.entries(CHECKS), [null, NEITHER] as const]) {
      const sentWord = word(random, ['', 'check', 'ownership'], random.pick(cores));
      const flag = state === 'verified' && random.chance(0.3) ? { verified: true } : {};
      const style = styleBy(random);
      const row = rowIn({ ...style, prefixed: false }, 'challenge', {
        status: sentWord,
        webhookId: 'w1',
        ...flag,
      });
      expect(ownershipIn(row).status, JSON.stringify(row)).toBe(state ?? sentWord);
      // A check that ended is not one that found the owner.
      if (state === 'verified')
        expect(ownershipIn({ status: sentWord, verified: false }).status, sentWord).toBe('failed');
    }
    expect(standingOf(random.pick(['NOT_REMOVED', 'qwerty', 'not deleted']))).toBeNull();
  });
});

const OPEN = ['open', 'awaiting defense', 'waiting for merchant', 'defense pending', 'acknowledged'];
const ANSWERED = ['defense sent', 'answered', 'defended', 'answer received', 'contested'];
const CLOSED = ['closed', 'cancelled', 'withdrawn', 'finished accepted', 'resolved', 'rejected', 'completed'];
const UNDECIDED = ['under review', 'in analysis', 'processing', 'waiting'];
const UNKNOWN = ['xyz', 'fase dois', 'qwerty'];

/** Fields that only an answered or decided dispute has, by some of their names. */
const ANSWERED_AT = ['answeredAt', 'defendedAt', 'respondedAt', 'defenseSentAt'];
const DECIDED_AT = ['resultAt', 'decidedAt', 'closedAt', 'finishedAt'];

describe('R6: words of a dispute, and the fields beside them', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 80_000);
    const style = styleBy(random);
    const at = '2026-10-20T12:00:00.000Z';
    const cases = [
      { sentWord: random.pick(OPEN), fields: {}, state: 'open', uncertain: false },
      { sentWord: random.pick(ANSWERED), fields: {}, state: 'answered', uncertain: false },
      { sentWord: random.pick(CLOSED), fields: {}, state: 'closed', uncertain: false },
      { sentWord: random.pick(UNDECIDED), fields: {}, state: 'open', uncertain: true },
      { sentWord: random.pick(UNKNOWN), fields: {}, state: 'open', uncertain: true },
      {
        sentWord: random.pick([...UNDECIDED, ...UNKNOWN]),
        fields: { [random.pick(ANSWERED_AT)]: at },
        state: 'answered',
        uncertain: false,
      },
      {
        sentWord: random.pick([...UNDECIDED, ...UNKNOWN]),
        fields: { [random.pick(DECIDED_AT)]: at },
        state: 'closed',
        uncertain: false,
      },
    ];
    const rows = cases.map(({ sentWord, fields }, index) =>
      rowIn(style, 'dispute', {
        ...{ id: `d${index}`, status: random.pick(CASES)(sentWord.split(' ')), createdAt: at },
        ...fields,
      }),
    );
    const json = style.envelope(rows, ['infractions', 'casos']);
    const hub = await hubOver([ok(json)]).port.disputes.list({ page: 1, limit: 50 }, {});
    for (const read of [readInfractions(json).rows.map(toInfraction), hub.items])
      for (const [index, one] of read.entries()) {
        const known = { ...one, defended: false };
        const context = JSON.stringify(rows[index]);
        expect(disputeState(known), context).toBe(cases[index]?.state);
        expect(mayBeWithBank(known), context).toBe(cases[index]?.uncertain);
        // Once its defenses were read it is right.
        expect(mayBeWithBank({ ...known, defended: true }), context).toBe(false);
      }
  });
});

/** Meanings that a denied word never has. */
const NEVER_OF_MONEY = ['done', 'partly', 'returned', 'cancelled'];

describe('R6 R2: a denied word never says what it denies', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 95_000);
    const denied = (of: readonly string[], before: readonly string[]) =>
      deniedWordBy(random, random.pick(of), ['', ...before]);
    const money = denied(DENIABLE.money, ['payment', 'pix']);
    expect(NEVER_OF_MONEY, money).not.toContain(moneyStateOf(money));
    const card = denied(DENIABLE.card, ['card', 'charge']);
    expect([1, 2, 10, 11], card).not.toContain(statusOf(card).statusCode);
    const job = denied(DENIABLE.job, ['report', 'file']);
    expect(jobStateOf(job), job).not.toBe('completed');
    const dispute = denied(DENIABLE.dispute, ['dispute', 'case']);
    const row = { status: dispute, defended: false };
    expect(disputeState(row), dispute).toBe('open');
    const check = denied(DENIABLE.check, ['check', 'ownership']);
    expect(checkStateOf(check), check).not.toBe('verified');
    expect(ownershipIn({ status: check, webhookId: 'w1' }).status, check).not.toBe('verified');
    const refund = word(random, ['', 'partial'], random.pick(VAIN.refund));
    expect(NEVER_OF_MONEY, refund).not.toContain(moneyStateOf(refund));
    expect(refundOutcome({ status: refund }), refund).toBe('none');
    expect([10, 11], refund).not.toContain(statusOf(refund).statusCode);
    const cancellation = word(random, [''], random.pick(VAIN.cancellation));
    expect(NEVER_OF_MONEY, cancellation).not.toContain(moneyStateOf(cancellation));
    expect([10, 11], cancellation).not.toContain(statusOf(cancellation).statusCode);
    expect(disputeState({ status: cancellation, defended: false }), cancellation).toBe('open');
  });
});

describe('R6 R2: denied words as services write them', () => {
  test.each([
    ...(['UNSUCCESSFUL', 'NOT_SUCCESSFUL', 'DISAPPROVED', 'NAO_PAGO', 'NÃO PAGO', 'UNFINISHED'] as const).map(
      (word) => [word, 'refused'] as const,
    ),
    ...(
      ['INCOMPLETE', 'NOT_SETTLED', 'UNSETTLED', 'NOT_CREDITED', 'NAO_CONCLUIDO', 'unsettled'] as const
    ).map((word) => [word, null] as const),
    ...(['NOT_REFUNDED', 'CANCELLATION_REJECTED', 'PARTIAL_REFUND_FAILED'] as const).map(
      (word) => [word, null] as const,
    ),
    ...(['NOT_YET_PAID', 'TO_BE_SETTLED', 'AUTHORIZED_NOT_CAPTURED'] as const).map(
      (word) => [word, 'waiting'] as const,
    ),
    ...[['EXPIRED_NOT_PAID', 'expired'] as const, ['UNDER_REVIEW', 'waiting'] as const],
  ])('R6: the money word %s is %s', (sentWord, state) => expect(moneyStateOf(sentWord)).toBe(state));

  test.each([
    ...[['UNCAPTURED', null] as const, ['NOT_CAPTURED', null] as const, ['UNSETTLED', null] as const],
    ...[
      ['REFUND_FAILED', null] as const,
      ['REFUND_CANCELED', null] as const,
      ['NOT_REFUNDED', null] as const,
    ],
    ...[
      ['DISAPPROVED', 3] as const,
      ['UNFINISHED', 0] as const,
      ['NOT_YET_PAID', 12] as const,
      ['AUTHORIZED_NOT_CAPTURED', 1] as const,
    ],
  ])('R6: the card word %s is %s', (sentWord, code) => expect(statusOf(sentWord).statusCode).toBe(code));

  test.each([
    ...['NOT_RESPONDED', 'UNREPLIED', 'NAO_RESPONDIDA', 'TO_BE_ANSWERED', 'NO_DEFENSE_SENT', 'UNFINISHED'],
    ...['NOT_FINISHED', 'NOT_CANCELLED', 'UNSETTLED', 'CANCELLATION_REJECTED'],
  ])('R6: a dispute that is %s is open', (sentWord) => expect(disputeWordOf(sentWord)).toBe('open'));

  test('R6: a dispute that ended without an answer ended', () => {
    expect(disputeWordOf('CLOSED_WITHOUT_DEFENSE')).toBe('closed');
    expect(disputeWordOf('ENCERRADA_SEM_DEFESA')).toBe('closed');
  });

  test('R6: a claim that was not taken was not agreed to, and one that was not called off stands', () => {
    expect(disputeResultOf('NOT_AGREED')).toBe('disagreed');
    expect(disputeResultOf('DISAPPROVED')).toBe('disagreed');
    expect(disputeResultOf('NOT_CANCELLED')).toBeNull();
    expect(disputeResultOf('NOT_REFUNDED')).toBeNull();
  });

  test.each([
    ...['CANCELLATION_REQUESTED', 'CANCELLATION_IN_PROGRESS', 'PENDING_CANCELLATION', 'CANCELLING'],
    ...['CANCELAMENTO_SOLICITADO', 'VOID_PENDING'],
  ])('R6: %s has not happened yet', (sentWord) => {
    expect(moneyStateOf(sentWord)).toBe('waiting');
    expect(disputeResultOf(sentWord)).toBeNull();
    expect(standingOf(sentWord)).not.toBe('gone');
    expect(statusOf(sentWord).statusCode).not.toBe(10);
    if (!sentWord.startsWith('VOID')) expect(disputeWordOf(sentWord)).toBe('open');
  });

  test('R6: a charge that is being given back is still captured, one that went back is not', () => {
    for (const sentWord of ['REFUND_PENDING', 'REFUND_REQUESTED', 'REFUNDING', 'CHARGEBACK_PENDING'])
      expect(statusOf(sentWord).statusCode, sentWord).toBe(2);
    for (const sentWord of ['REFUNDED', 'REFUND_COMPLETED'])
      expect(statusOf(sentWord).statusCode, sentWord).toBe(11);
    expect(statusOf('VOIDED').statusCode).toBe(10);
    expect(moneyStateOf('CANCELLED')).toBe('cancelled');
    expect(disputeWordOf('CANCELLED')).toBe('closed');
  });

  test('R6: a job and a check without success failed', () => {
    expect(jobStateOf('UNSUCCESSFUL')).toBe('failed');
    expect(checkStateOf('UNSUCCESSFUL')).toBe('failed');
    expect(checkStateOf('DISAPPROVED')).toBe('failed');
    expect(checkStateOf('DESAPROVADO')).toBe('failed');
    expect(moneyStateOf('UNABLE_TO_COMPLETE')).toBeNull();
    expect(standingOf('CANCELLATION_REJECTED')).toBeNull();
  });
});
