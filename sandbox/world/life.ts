import type { Journal, PixTransaction } from '../types.ts';
import { type Dispute, DisputeBook } from './dispute-book.ts';
import { holderOf } from './key-holder.ts';
import type { Entry } from './overlay.ts';
import { announceDispute, Stream, type StreamParts } from './stream.ts';
import { HOUR } from './timeline.ts';
import * as transitions from './transitions.ts';
import type { SandboxWorld } from './world.ts';

export function decide(world: SandboxWorld, entry: Entry, act: string, at: number): transitions.Moved {
  if (act === 'expire') return transitions.expired(entry, at);
  if (act === 'cancel') return transitions.canceled(entry, at, 'Cancelada por regra de risco');
  if (act === 'error') return transitions.failed(entry, at);
  if (act === 'waiting') return transitions.waiting(entry, at);
  if (act === 'as-planned') return transitions.asPlanned(world, entry, at);
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

const CLOSING = 30 * HOUR;
const RETURNING = 6 * HOUR;

function label(row: PixTransaction): string {
  return row.clientReference ?? row.id;
}

/** Runs the due changes of transactions and disputes that calls or controls started. */
export class Life {
  readonly disputes: DisputeBook;
  private readonly parts: StreamParts;
  private readonly stream: Stream;

  constructor(parts: StreamParts & { journal: Journal }) {
    this.parts = parts;
    this.disputes = new DisputeBook(parts.world, parts.journal);
    this.stream = new Stream(parts, this.disputes);
  }

  /** Schedules everything that is still due; also called after a reset. */
  start(): void {
    this.stream.start();
    for (const entry of this.parts.world.overlay.all()) this.planEntry(entry);
    for (const dispute of this.disputes.all()) this.planDispute(dispute);
  }

  /** Stores a snapshot, schedules its due change, and sends the event ('' for none). */
  put(entry: Entry, event: string): void {
    const { world, log, notify } = this.parts;
    world.overlay.put(entry);
    this.planEntry(entry);
    if (event === '') return;
    const { transaction } = entry;
    log({ at: world.now(), kind: event, text: WORDS[event] ?? event, target: label(transaction) });
    notify({ transaction, event, at: world.now() });
  }

  putDispute(dispute: Dispute): void {
    const { world } = this.parts;
    // A stored dispute's transaction no longer follows the computed plan.
    const entry = world.entry(dispute.transactionId);
    if (entry && !world.overlay.get(entry.transaction.id)) world.overlay.put(entry);
    this.disputes.put(dispute);
    this.planDispute(dispute);
    announceDispute(this.parts, dispute);
  }

  private planEntry({ transaction: { id }, due, refunds }: Entry): void {
    const { world, clock } = this.parts;
    if (due) {
      clock.schedule(due.at, () => {
        const current = world.overlay.get(id);
        if (current?.due?.at !== due.at || current.due.act !== due.act) return;
        const moved = decide(world, current, due.act, world.now());
        this.put(moved.entry, moved.event);
      });
    }
    for (const refund of refunds) {
      if (refund.dueAt === null) continue;
      clock.schedule(refund.dueAt, () => {
        const current = world.overlay.get(id);
        if (!current?.refunds.some((one) => one.id === refund.id && one.dueAt !== null)) return;
        const moved = transitions.refundDecided(world, current, refund.id, world.now());
        this.put(moved.entry, moved.event);
      });
    }
  }

  private planDispute({ id, due }: Dispute): void {
    if (!due) return;
    this.parts.clock.schedule(due.at, () => {
      const current = this.disputes.get(id);
      if (current?.due?.at === due.at) this.moveDispute(current, due);
    });
  }

  private moveDispute(dispute: Dispute, due: NonNullable<Dispute['due']>): void {
    const now = this.parts.world.now();
    const closed = /^(CLOSED|CANCELLED)$/.test(due.status);
    const result = due.analysisResult ?? null;
    const next = { at: now + CLOSING, status: 'CLOSED', ...(result ? { analysisResult: result } : {}) };
    this.putDispute({
      ...dispute,
      status: due.status,
      analysisResult: closed ? result : null,
      analysisDetails: closed ? 'Análise concluída pela instituição do pagador.' : null,
      updatedAt: now,
      due: closed || result === null ? null : next,
    });
    if (closed && result === 'AGREED') this.returnMoney(dispute);
  }

  private returnMoney(dispute: Dispute): void {
    const { world } = this.parts;
    const entry = world.entry(dispute.transactionId);
    if (entry?.transaction.status !== 'COMPLETED') return;
    const remaining = entry.transaction.amount - transitions.refundedSum(entry);
    if (remaining <= 0) return;
    const moved = transitions.waiting(entry, world.now());
    const requested = {
      amount: remaining,
      reason: 'INFRACTION',
      description: 'Devolução por disputa aceita',
    };
    const started = transitions.refundStarted(world, moved.entry, world.now(), requested, RETURNING);
    this.put(started, moved.event);
  }
}
