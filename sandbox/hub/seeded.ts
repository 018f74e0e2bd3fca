import { createCalendar } from '../world/calendar.ts';
import { createDice, type Dice, fraction } from '../world/random.ts';
import { bankReturn, payCharge, receiveDeposit, registerCharge } from './charges.ts';
import { type Core, DAY, HOUR, MINUTE } from './core.ts';
import { type Course, openDispute } from './disputes.ts';
import { type Charge, DISPUTE_TYPES, EVENTS } from './model.ts';
import { makeTransfer, receiveReturn, requestPayout } from './payouts.ts';
import { startRefund } from './refunds.ts';
import { reportTexts, scheduleSeededDisputes } from './seeded-disputes.ts';

export const DAYS = 60;
export const CHARGES_A_DAY = 50;

/** One endless source of events, with its own times and random numbers. */
type Stream = { salt: number; aDay: number; make(core: Core, index: number, dice: Dice): void };

/** Mostly small, some large; whole ten cents, a third of them with one to five cents more. */
function amountOf(dice: Dice, index: number, most: number): number {
  const part = fraction(dice(200, index));
  const amount = 1500 + Math.floor(part * part * part * most);
  return amount - (amount % 10) + (dice(201, index) % 3 === 0 ? 5 - (amount % 5) : 0);
}

function makeCharge(core: Core, index: number, dice: Dice): void {
  const roll = dice(210, index);
  const charge = registerCharge(core, {
    word: `charge ${index}`,
    amount: amountOf(dice, index, 60_000),
    customer: core.people.customer(dice(211, index)),
    description: roll % 4 === 0 ? null : `Pedido ${100_000 + index}`,
    externalRef: roll % 9 === 0 ? null : `pedido-${100_000 + index}`,
    metadata: roll % 5 === 0 ? { loja: roll % 2 === 0 ? 'centro' : 'online' } : {},
    callbackUrl: null,
  });
  if ((roll >>> 6) % 100 >= 74) return;
  const wait = 10_000 + Math.floor(fraction(dice(212, index)) ** 2 * 25 * MINUTE);
  core.later(charge.createdAt + wait, () => {
    // A call may have paid or ended the charge already.
    if (charge.status !== 'PENDING' || core.settings.quiet) return;
    payCharge(core, charge);
    followUp(core, charge, dice, index);
  });
}

function followUp(core: Core, charge: Charge, dice: Dice, index: number): void {
  const roll = dice(213, index) % 1000;
  const later = (least: number, most: number, run: () => void) =>
    core.later(core.now() + least + Math.floor(fraction(dice(214, index)) * (most - least)), () => {
      const untouched = charge.status === 'PAID' && charge.refunds.length === 0;
      // The account's own history never overdraws it.
      const covered = core.book.available > 2 * charge.amount && !core.settings.quiet;
      if (untouched && covered && !core.book.openDispute(charge.id)) run();
    });
  if (roll < 26) {
    // About twice a week the bank rejects the refund, because the payer's account is closed.
    const part = roll % 3 === 0 ? charge.amount : Math.floor(charge.amount / 20) * 10;
    const amount = roll % 8 === 0 ? Math.max(13, part - (part % 100) - 87) : part;
    later(2 * HOUR, 3 * DAY, () => startRefund(core, charge, amount, 20_000 + (roll % 7) * MINUTE));
  } else if (roll < 32) later(HOUR, 2 * DAY, () => bankReturn(core, charge));
  else if (roll < 52) {
    later(6 * HOUR, 8 * DAY, () => {
      const dueAt = core.now() + 7 * DAY;
      openDispute(core, {
        word: `charge ${index}`,
        of: charge,
        type: DISPUTE_TYPES[roll % 7 === 0 ? 1 : roll % 11 === 0 ? 2 : 0],
        reportDetails: reportTexts(dice(215, index)),
        dueAt,
        course: courseOf(core.now(), dueAt, dice(216, index)),
      });
    });
  }
}

/** Defended in the dashboard in time, withdrawn by the payer, or unanswered and lost. */
function courseOf(at: number, dueAt: number, roll: number): Course {
  if (roll % 6 === 0) return [{ at: at + 2 * DAY, status: 'CANCELLED' }];
  const end = { at: dueAt + (6 + (roll % 30)) * HOUR, status: 'CLOSED' } as const;
  if (roll % 3 === 0) {
    return [
      { at: dueAt, status: roll % 2 ? 'WAITING_PSP' : 'WAITING_ADJUSTMENTS' },
      { ...end, result: 'AGREED' },
    ];
  }
  return [
    { at: at + (8 + (roll % 20)) * HOUR, status: 'ACKNOWLEDGED' },
    { at: at + 3 * DAY, status: 'DEFENDED' },
    { at: at + 4 * DAY, status: 'ANSWERED' },
    { ...end, result: roll % 5 === 0 ? 'AGREED' : 'DISAGREED' },
  ];
}

function makeDeposit(core: Core, index: number, dice: Dice): void {
  const key = core.book.keys.find((one) => one.isDefault)?.key ?? core.profile.document;
  const payer = core.people.person(dice(220, index));
  const { name, document, bank } = payer;
  receiveDeposit(core, {
    word: `deposit ${index}`,
    amount: amountOf(dice, index, 40_000),
    payer: { name, document, bank },
    receiverPixKey: key,
  });
}

function makePayout(core: Core, index: number, dice: Dice): void {
  const roll = dice(230, index);
  const amount = Math.floor(Math.min(core.book.available * 0.6, amountOf(dice, index, 260_000)) / 10) * 10;
  if (amount < 1000) return;
  // About every twentieth withdrawal goes to a closed account.
  const cents = roll % 22 === 0 ? amount - (amount % 100) - 87 : amount;
  const person = core.people.person(dice(231, index) % 400);
  const byEmail = roll % 2 === 0;
  const payout = requestPayout(core, {
    word: `payout ${index}`,
    operation: roll % 7 === 0 ? 'EXTERNAL_PAYMENT' : 'WITHDRAW',
    amount: cents,
    pixKey: byEmail ? person.email : person.document,
    pixKeyType: byEmail ? 'EMAIL' : person.document.length === 11 ? 'CPF' : 'CNPJ',
    receiverName: person.name,
    comment: roll % 3 === 0 ? 'Fornecedor' : null,
    externalRef: roll % 6 === 0 ? null : `saque-${10_000 + index}`,
    callbackUrl: null,
  });
  if (roll % 37 !== 0) return;
  core.later(core.now() + 5 * HOUR, () => {
    if (payout.status === 'CONFIRMED' && !core.settings.quiet)
      receiveReturn(core, payout, Math.floor(cents / (roll % 2 ? 1 : 3)));
  });
}

function makeSeededTransfer(core: Core, index: number, dice: Dice): void {
  const sent = dice(240, index) % 3 > 0;
  const amount =
    Math.floor(Math.min(sent ? core.book.available * 0.2 : 9e9, amountOf(dice, index, 80_000)) / 10) * 10;
  if (amount < 1000) return;
  makeTransfer(core, {
    word: `transfer ${index}`,
    direction: sent ? 'SENT' : 'RECEIVED',
    amount,
    pixKey: core.people.person(4000 - 1 - (dice(241, index) % 12)).email,
    comment: sent ? 'Repasse entre filiais' : null,
    externalRef: null,
    callbackUrl: null,
  });
}

/** Above these cents the merchant takes most of the rest to its own bank account, in whole R$ 100. */
const RESERVE = 2_500_000;

function takeOut(core: Core, index: number): void {
  const amount = Math.floor(((core.book.available - RESERVE) * 0.8) / 10_000) * 10_000;
  if (amount < 500_000) return;
  requestPayout(core, {
    word: `own ${index}`,
    operation: 'WITHDRAW',
    amount: Math.min(5_000_000, amount),
    pixKey: core.profile.document,
    pixKeyType: 'CNPJ',
    receiverName: core.profile.name,
    comment: 'Conta própria',
    externalRef: null,
    callbackUrl: null,
  });
}

const STREAMS: Stream[] = [
  { salt: 1, aDay: CHARGES_A_DAY, make: makeCharge },
  { salt: 2, aDay: 7, make: makeDeposit },
  { salt: 3, aDay: 8, make: makePayout },
  { salt: 4, aDay: 2, make: makeSeededTransfer },
  { salt: 5, aDay: 0.5, make: takeOut },
];

/** The merchant's activity: sixty days before the anchor, then the same rate without end. */
export function scheduleLife(core: Core, seed: number, anchor: number): void {
  furnish(core);
  for (const { salt, aDay, make } of STREAMS) {
    const dice = createDice((seed ^ Math.imul(salt, 0x51ed270b)) >>> 0);
    const calendar = createCalendar(dice, aDay * DAYS, DAYS, anchor);
    const go = (index: number) =>
      core.later(calendar.timeOf(index), () => {
        go(index + 1);
        if (!core.settings.quiet) make(core, index, dice);
      });
    go(0);
  }
  scheduleSeededDisputes(core, anchor);
}

/** Keys and endpoints that the account had before the first day. */
function furnish(core: Core): void {
  const { book, ids } = core;
  const since = core.now() - 200 * DAY;
  const key = (type: string, value: string, isDefault: boolean) =>
    book.keys.push({
      id: ids.id('key', type, value),
      key: value,
      type,
      status: 'ACTIVE',
      isDefault,
      createdAt: since,
      updatedAt: since,
    });
  key('EVP', ids.uuid('key', 0), true);
  key('EVP', ids.uuid('key', 1), false);
  const endpoint = (url: string, events: readonly string[], isActive: boolean) =>
    book.endpoints.push({
      id: ids.id('whk', url),
      url,
      events: [...events],
      isActive,
      secret: ids.secret('whsec', url),
      createdAt: since,
      updatedAt: since,
      delivered: false,
    });
  endpoint('https://api.aroeira.example/hub/avisos', EVENTS, true);
  endpoint('https://erp.aroeira.example/integracoes/saques', ['WITHDRAW_COMPLETED', 'WITHDRAW_FAILED'], true);
  endpoint('https://antigo.aroeira.example/webhook', ['PAYMENT_PAID'], false);
}
