import { describe, expect, test } from 'vitest';
import { rowOf } from '#lib/deliveries/server/store-records.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import {
  type Json,
  type Random,
  randomBy,
  rowIn,
  type Style,
  styleBy,
} from '#lib/providers/testing/spelled.ts';
import { hoursRemainingIn, readCallback, readHubCallback } from './callback-body.ts';

/** Callbacks in generated spellings, with the vocabulary of a service's answers. */

const SEEDS = Array.from({ length: 120 }, (_, seed) => seed);
const MADE = '2026-10-05T10:00:00.000Z';
const STATES = ['status', 'state', 'situation', 'currentStatus', 'transactionStatus'];
const REFERENCES = ['clientReference', 'externalRef', 'externalReference', 'externalId', 'reference'];
const flat = (random: Random): Style => ({ ...styleBy(random), nesting: 'flat', prefixed: false });

/** The transaction of a body, under this service's names. */
const bodyBy = (random: Random): Json => ({
  [random.pick(STATES)]: 'PAGO',
  [random.pick(['amount', 'value', 'amountValue'])]: 12.5,
  [random.pick(REFERENCES)]: 'o-77',
  [random.pick(['createdAt', 'created', 'creationDate', 'requestedAt'])]: MADE,
  [random.pick(['endToEndId', 'e2eId', 'e2e'])]: 'E1',
});

describe('R7: a callback of a Pix account', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 130_000);
    const style = flat(random);
    const inside = random.chance(0.4);
    const disputed = random.chance(0.3);
    const dispute = {
      [random.pick(['id', 'infractionId', 'disputeId', 'protocol', 'identifier'])]: 'd1',
      [random.pick(['status', 'state', 'situation'])]: 'ABERTA',
    };
    const own = random.pick(['id', 'transactionId', 'uuid', 'identifier', 'txId']);
    const place = random.pick(['infraction', 'dispute', 'med', 'Infraction', 'disputes']);
    const inPlace = place === 'disputes' ? [rowIn(style, 'dispute', dispute)] : dispute;
    const thing = rowIn(style, 'transaction', {
      ...{ [own]: 't1', ...bodyBy(random) },
      ...(disputed ? { [place]: inPlace } : {}),
    });
    const event = { [random.pick(['event', 'eventType', 'trigger'])]: 'TRANSACTION_PAGO' };
    const wrapped = inside
      ? { [random.pick(['transaction', 'data', 'payload'])]: thing, id: 'evt-1', ...event }
      : { ...thing, ...event };
    const body = JSON.stringify(wrapped);
    expect(readCallback(body, undefined), body).toMatchObject({
      ...{ transactionId: 't1', status: 'PAGO', event: 'TRANSACTION_PAGO', clientReference: 'o-77' },
      infraction: disputed ? { id: 'd1', status: 'ABERTA' } : null,
    });
  });
});

describe('R7: a callback of a Hub', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 140_000);
    const style = flat(random);
    const kinds = {
      payment: ['paymentId', 'chargeId', 'payment.id'],
      deposit: ['depositId', 'deposit.id'],
      withdraw: ['withdrawId', 'withdrawalId', 'payoutId'],
      transfer: ['transferId', 'internalTransferId', 'transfer.id'],
    };
    const kind = random.pick(Object.keys(kinds) as (keyof typeof kinds)[]);
    const [outer = '', inner] = random.pick(kinds[kind]).split('.');
    const disputed = random.chance(0.3);
    const data = rowIn(style, 'data', {
      ...(inner === undefined ? { [outer]: 'x1' } : { [outer]: { [inner]: 'x1' } }),
      [random.pick(['status', 'state', 'situation'])]: 'PAGO',
      [random.pick(REFERENCES)]: 'o-77',
      ...(disputed
        ? {
            [random.pick(['protocol', 'protocolNumber', 'infractionProtocol', 'caseNumber'])]: 'p1',
            [random.pick(['hoursRemaining', 'hoursLeft', 'remainingHours', 'hoursToDeadline'])]: 7,
          }
        : {}),
    });
    const event = disputed ? 'INFRACTION_DEADLINE' : 'PAYMENT_PAID';
    const body = JSON.stringify({
      [random.pick(['event', 'eventType', 'eventName'])]: event,
      [random.pick(['id', 'deliveryId', 'eventId', 'notificationId'])]: 'dlv-1',
      [random.pick(['data', 'payload'])]: data,
    });
    expect(readHubCallback(body, {}), body).toMatchObject({
      ...{ event, status: 'PAGO', clientReference: 'o-77', deliveryId: 'dlv-1' },
      transactionId: disputed ? 'dispute:p1' : `${kind}:x1`,
    });
    expect(hoursRemainingIn(body), body).toBe(disputed ? 7 : null);
  });
});

describe('R7: the body of a delivery, as the index keeps it', () => {
  test.each(SEEDS)('seed %i', (seed) => {
    const random = randomBy(seed + 150_000);
    const thing = rowIn(flat(random), 'transaction', { id: 't1', ...bodyBy(random) });
    const body = random.chance(0.4) ? { [random.pick(['transaction', 'data'])]: thing } : thing;
    const record = {
      id: 'r1',
      transactionId: 't1',
      url: null,
      event: 'E',
      status: 500,
      createdAt: MADE,
      body,
    };
    const row = rowOf('acc', record as unknown as CallbackRecord, null);
    expect(row, JSON.stringify(body)).toMatchObject({
      ...{ transactionStatus: 'PAGO', amount: 1_250, clientReference: 'o-77' },
      transactionCreatedAt: new Date(MADE),
    });
  });
});
