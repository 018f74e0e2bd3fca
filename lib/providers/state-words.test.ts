import { describe, expect, test } from 'vitest';
import { stateOf as disputeState, mayBeWithBank } from '#lib/disputes/rules.ts';
import { toCharge } from '#lib/providers/card/map.ts';
import { statusOf } from '#lib/providers/card/status.ts';
import { asCharge } from '#lib/providers/card/wire.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { toInfraction } from '#lib/providers/pix/map-disputes.ts';
import { readInfractions } from '#lib/providers/pix/wire-disputes.ts';
import { readJob } from '#lib/providers/pix/wire-reports.ts';
import { type Random, randomBy, rowIn, spell, styleBy } from '#lib/providers/testing/spelled.ts';
import { stateOf as reportState } from '#lib/reports/rules.ts';
import { documentedState } from '#lib/states.ts';

/** Done-point 4: words of states that no document has, made of parts by seed, with fields beside them. */

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
const CASES: readonly ((words: string[]) => string)[] = [
  (words) => words.join('_').toUpperCase(),
  (words) => words.join('-'),
  (words) => words.join(' '),
  (words) =>
    words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
];
const word = (random: Random, before: readonly string[], core: string, after: readonly string[] = ['']) =>
  random.pick(CASES)(
    [random.pick(before), ...core.split(' '), random.pick(after)].filter((part) => part !== ''),
  );

const MONEY: Record<string, readonly string[]> = {
  COMPLETED: ['completed', 'confirmed', 'settled', 'paid', 'captured', 'approved', 'concluido', 'success'],
  PENDING: ['pending', 'processing', 'in review', 'in analysis', 'awaiting payment', 'scheduled'],
  ERROR: ['declined', 'denied', 'refused', 'failed', 'not authorized', 'rejected', 'recusado', 'unpaid'],
  CANCELED: ['cancelled', 'canceled', 'voided', 'aborted'],
  EXPIRED: ['expired', 'timed out'],
  REFUNDED: ['refunded', 'reversed', 'returned', 'estornado'],
  WAITING_FOR_REFUND: ['waiting for refund', 'pending reversal'],
};

describe('R6: words of money', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 50_000);
    for (const [meaning, cores] of Object.entries(MONEY)) {
      const said = word(random, ['', 'payment', 'pix', 'operation'], random.pick(cores), [
        '',
        '',
        'by bank',
        'v2',
      ]);
      expect(documentedState(said), said).toBe(meaning);
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
      const said = word(random, ['', 'card', 'transaction'], random.pick(cores), ['', '', 'by issuer']);
      const style = styleBy(random);
      const inside = random.chance(0.5);
      const status = random.chance(0.3) ? Number(code) : said;
      const fields = {
        ...{ id: `c${seed}`, amount: 100 },
        ...(inside ? { payment: { status } } : { status }),
      };
      const charge = toCharge(asCharge(rowIn(style, 'charge', fields)));
      expect(charge.statusCode, JSON.stringify(fields)).toBe(Number(code));
      // Settled is what was captured, and nothing else.
      expect(statusOf(said).statusCode === 2, said).toBe(code === '2');
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
      const said = word(random, ['', 'report', 'file', 'export'], random.pick(cores));
      const name = random.pick(['status', 'state', 'reportStatus', 'jobStatus', 'situation']);
      const job = readJob({
        report: { [spell(style, style.prefixed ? 'reportId' : 'id')]: 'r', [spell(style, name)]: said },
      });
      expect(job.status).toBe(said);
      expect(reportState(job, 0), said).toBe(state);
    }
  });
});

const OPEN = ['open', 'awaiting defense', 'waiting for merchant', 'defense pending', 'acknowledged'];
const ANSWERED = ['defense sent', 'answered', 'defended', 'answer received', 'contested'];
const CLOSED = ['closed', 'cancelled', 'withdrawn', 'finished accepted', 'resolved', 'rejected', 'completed'];
const UNDECIDED = ['under review', 'in analysis', 'processing', 'waiting'];
const UNKNOWN = ['xyz', 'fase dois', 'qwerty'];

/** Fields that only an answered or decided dispute tells, by some of their names. */
const ANSWERED_AT = ['answeredAt', 'defendedAt', 'respondedAt', 'defenseSentAt'];
const DECIDED_AT = ['resultAt', 'decidedAt', 'closedAt', 'finishedAt'];

describe('R6: words of a dispute, and the fields beside them', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 80_000);
    const style = styleBy(random);
    const at = '2026-10-20T12:00:00.000Z';
    const cases = [
      { said: random.pick(OPEN), fields: {}, state: 'open', doubt: false },
      { said: random.pick(ANSWERED), fields: {}, state: 'answered', doubt: false },
      { said: random.pick(CLOSED), fields: {}, state: 'closed', doubt: false },
      { said: random.pick(UNDECIDED), fields: {}, state: 'open', doubt: true },
      { said: random.pick(UNKNOWN), fields: {}, state: 'open', doubt: true },
      {
        said: random.pick([...UNDECIDED, ...UNKNOWN]),
        fields: { [random.pick(ANSWERED_AT)]: at },
        state: 'answered',
        doubt: false,
      },
      {
        said: random.pick([...UNDECIDED, ...UNKNOWN]),
        fields: { [random.pick(DECIDED_AT)]: at },
        state: 'closed',
        doubt: false,
      },
    ];
    const rows = cases.map(({ said, fields }, index) =>
      rowIn(style, 'dispute', {
        ...{ id: `d${index}`, status: random.pick(CASES)(said.split(' ')), createdAt: at },
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
        expect(mayBeWithBank(known), context).toBe(cases[index]?.doubt);
        // Once its defenses were read it is right.
        expect(mayBeWithBank({ ...known, defended: true }), context).toBe(false);
      }
  });
});
