import type { Journal, PixTransaction, SandboxClock, SandboxLog, TransactionChange } from '../types.ts';
import { type Dispute, DisputeBook, infractionBody } from './dispute-book.ts';
import { holderOf } from './key-holder.ts';
import type { Entry } from './overlay.ts';
import { DAY, QUICK } from './timeline.ts';
import * as transitions from './transitions.ts';
import type { SandboxWorld } from './world.ts';

export type Life = {
  disputes: DisputeBook;
  /** Stores a snapshot, plans what is due on it, and announces the event ('' for none). */
  put(entry: Entry, event: string): void;
  putDispute(dispute: Dispute): void;
  /** Plans everything ahead of now; again after a reset. */
  start(): void;
};

export type LifeParts = {
  world: SandboxWorld;
  clock: SandboxClock;
  journal: Journal;
  log: SandboxLog;
  notify: (change: TransactionChange) => void;
};

const PER_SECOND = 2000;

/** A world of millions at 600 times the speed would announce more than one process can send. */
function createThrottle(notify: LifeParts['notify']): LifeParts['notify'] {
  let second = 0;
  let count = 0;
  return (change) => {
    const current = Math.floor(performance.now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    if (++count <= PER_SECOND) notify(change);
  };
}

function announceDispute(parts: LifeParts, dispute: Dispute): void {
  const transaction = parts.world.transaction(dispute.transactionId);
  if (!transaction) return;
  parts.notify({
    transaction,
    event: 'INFRACTION_CHANGED',
    infraction: infractionBody(dispute),
    at: dispute.updatedAt,
  });
}

/** The computed world's own events: nothing is stored, each is read off when its time comes. */
class Stream {
  private readonly parts: LifeParts;
  private readonly notify: LifeParts['notify'];
  private readonly book: DisputeBook;
  private generation = 0;

  constructor(parts: LifeParts, book: DisputeBook) {
    this.parts = parts;
    this.book = book;
    this.notify = createThrottle(parts.notify);
  }

  start(): void {
    this.generation++;
    const { world } = this.parts;
    const { calendar, disputes } = world;
    const now = world.now();
    const next = calendar.firstAt(now + 1);
    for (const index of this.unfinished(now, next)) this.plan(index, now);
    const openedBy = disputes.openedBy(now);
    for (let number = openedBy - 1; number >= disputes.first; number--) {
      if (disputes.plan(number).openedAt < disputes.settledBefore(now)) break;
      this.planDispute(number, now);
    }
    this.await(next);
    this.awaitDispute(openedBy);
  }

  private at(time: number, run: () => void): void {
    const { generation } = this;
    this.parts.clock.schedule(time, () => {
      if (generation === this.generation) run();
    });
  }

  private *unfinished(now: number, next: number): Generator<number> {
    const { calendar, timelines, slots } = this.parts.world;
    const quick = calendar.firstAt(now - QUICK);
    for (let index = calendar.firstAt(now - timelines.slow - QUICK); index < next; index++) {
      if (index >= quick || /^(slip-|refunded|stuck|partial)/.test(slots.of(index).fate)) yield index;
    }
  }

  private await(index: number): void {
    this.at(this.parts.world.calendar.timeOf(index), () => {
      this.announce(index, 'PENDING');
      this.plan(index, this.parts.world.now());
      this.await(index + 1);
    });
  }

  private awaitDispute(number: number): void {
    const { disputes } = this.parts.world;
    this.at(disputes.plan(number).openedAt, () => {
      const dispute = this.book.base(number);
      const row = this.parts.world.transaction(dispute.transactionId);
      announceDispute(this.parts, dispute);
      this.parts.log({
        at: this.parts.world.now(),
        kind: 'dispute',
        text: `Abriu disputa: ${dispute.situation}`,
        target: row?.clientReference ?? dispute.transactionId,
      });
      this.planDispute(number, this.parts.world.now());
      this.awaitDispute(number + 1);
    });
  }

  private plan(index: number, now: number): void {
    const { timelines, slots } = this.parts.world;
    const { steps } = timelines.of(index);
    const own = slots.of(index).dispute >= 0 ? steps.slice(0, 2) : steps;
    for (const step of own) if (step.at > now) this.at(step.at, () => this.announce(index, step.status));
  }

  private planDispute(number: number, now: number): void {
    const { disputes } = this.parts.world;
    const plan = disputes.plan(number);
    for (const step of plan.steps) {
      if (step.at > now) {
        this.at(step.at, () => {
          const dispute = this.book.base(number);
          if (dispute.status === step.status) announceDispute(this.parts, dispute);
        });
      }
    }
    const end = disputes.endOf(plan.index);
    if (!end) return;
    for (const [at, status] of [
      [end.waitingAt, 'WAITING_FOR_REFUND'],
      [end.refundedAt, 'REFUNDED'],
    ] as const) {
      if (at > now) this.at(at, () => this.announce(plan.index, status));
    }
  }

  private announce(index: number, status: string): void {
    const { world } = this.parts;
    if (world.overlay.changed.has(index)) return;
    const transaction = world.read(index);
    if (transaction.status !== status) return;
    this.notify({ transaction, event: `TRANSACTION_${status}`, at: world.now() });
  }
}

export function decide(world: SandboxWorld, entry: Entry, act: string, at: number): transitions.Moved {
  if (act === 'expire') return transitions.expired(entry, at);
  if (act === 'cancel') return transitions.canceled(entry, at, 'Cancelada por regra de risco');
  if (act === 'error') return transitions.failed(entry, at);
  if (act === 'waiting') return transitions.waiting(entry, at);
  const { transaction } = entry;
  if (transaction.type === 'WITHDRAW')
    return transitions.sent(world, entry, at, holderOf(world, transaction.withdrawPixKey ?? ''));
  return transitions.paid(world, entry, at, transitions.payerOf(world, transaction, act === 'pay-other'));
}

const WORDS: Record<string, string> = {
  TRANSACTION_PENDING: 'Criou',
  TRANSACTION_COMPLETED: 'Pagou',
  TRANSACTION_CANCELED: 'Cancelou',
  TRANSACTION_EXPIRED: 'Expirou',
  TRANSACTION_ERROR: 'Falhou',
  TRANSACTION_WAITING_FOR_REFUND: 'Pôs na fila de devolução',
  TRANSACTION_REFUNDED: 'Devolveu',
};

export function createLife(parts: LifeParts): Life {
  const { world, clock, log } = parts;
  const book = new DisputeBook(world, parts.journal);
  const stream = new Stream(parts, book);
  const label = (row: PixTransaction) => row.clientReference ?? row.id;

  function put(entry: Entry, event: string): void {
    world.overlay.put(entry);
    planEntry(entry);
    if (event === '') return;
    const { transaction } = entry;
    log({ at: world.now(), kind: event, text: WORDS[event] ?? event, target: label(transaction) });
    parts.notify({ transaction, event, at: world.now() });
  }

  function planEntry(entry: Entry): void {
    const { id } = entry.transaction;
    const { due } = entry;
    if (due) {
      clock.schedule(due.at, () => {
        const current = world.overlay.get(id);
        if (current?.due?.at !== due.at || current.due.act !== due.act) return;
        const moved = decide(world, current, due.act, world.now());
        put(moved.entry, moved.event);
      });
    }
    for (const refund of entry.refunds) {
      if (refund.dueAt === null) continue;
      clock.schedule(refund.dueAt, () => {
        const current = world.overlay.get(id);
        if (!current?.refunds.some((one) => one.id === refund.id && one.dueAt !== null)) return;
        const moved = transitions.refundDecided(world, current, refund.id, world.now());
        if (moved) put(moved.entry, moved.event);
      });
    }
  }

  function returnMoney(dispute: Dispute): void {
    const entry = world.entry(dispute.transactionId);
    if (!entry || entry.transaction.status !== 'COMPLETED') return;
    const moved = transitions.waiting(entry, world.now());
    const left = entry.transaction.amount - transitions.refundedSum(entry);
    if (left <= 0) return;
    const refund = { amount: left, reason: 'INFRACTION', description: 'Devolução por disputa aceita' };
    const started = transitions.refundStarted(world, moved.entry, world.now(), refund);
    const refunds = started.refunds.map((one, place) =>
      place === 0 ? { ...one, dueAt: world.now() + DAY / 4 } : one,
    );
    put({ ...started, refunds }, moved.event);
  }

  function planOf(dispute: Dispute): void {
    const { due } = dispute;
    if (!due) return;
    clock.schedule(due.at, () => {
      const current = book.get(dispute.id);
      if (current?.due?.at !== due.at) return;
      const closed = /^(CLOSED|CANCELLED)$/.test(due.status);
      const result = due.analysisResult ?? null;
      const next: Dispute['due'] =
        closed || result === null
          ? null
          : { at: world.now() + 30 * 3_600_000, status: 'CLOSED', analysisResult: result };
      putDispute({
        ...current,
        status: due.status,
        analysisResult: closed ? result : null,
        analysisDetails: closed ? 'Análise concluída pela instituição do pagador.' : null,
        updatedAt: world.now(),
        due: next,
      });
      if (closed && result === 'AGREED') returnMoney(current);
    });
  }

  function putDispute(dispute: Dispute): void {
    // Once a dispute is ours, its transaction no longer follows the computed plan.
    const entry = world.entry(dispute.transactionId);
    if (entry && !world.overlay.get(entry.transaction.id)) world.overlay.put(entry);
    book.put(dispute);
    planOf(dispute);
    announceDispute(parts, dispute);
  }

  return {
    disputes: book,
    put,
    putDispute,
    start() {
      stream.start();
      for (const entry of world.overlay.all()) planEntry(entry);
      for (const dispute of book.all()) planOf(dispute);
    },
  };
}
