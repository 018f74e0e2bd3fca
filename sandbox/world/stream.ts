import type { SandboxClock, SandboxLog, TransactionChange } from '../types.ts';
import { type Dispute, type DisputeBook, infractionBody } from './dispute-book.ts';
import { QUICK } from './timeline.ts';
import type { SandboxWorld } from './world.ts';

export type StreamParts = {
  world: SandboxWorld;
  clock: SandboxClock;
  log: SandboxLog;
  notify: (change: TransactionChange) => void;
};

const PER_SECOND = 2000;

/**
 * Limits the events per second: millions of transactions at 600 times the speed exceed what one process can
 * send.
 */
function createThrottle(): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(performance.now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    return ++count <= PER_SECOND;
  };
}

export function announceDispute(parts: StreamParts, dispute: Dispute): void {
  const transaction = parts.world.transaction(dispute.transactionId);
  if (!transaction) return;
  parts.notify({
    transaction,
    event: 'INFRACTION_CHANGED',
    infraction: infractionBody(dispute),
    at: dispute.updatedAt,
  });
}

/** Sends the computed world's own events. Nothing is stored; each event is computed when it is due. */
export class Stream {
  private readonly parts: StreamParts;
  private readonly allowed = createThrottle();
  private readonly book: DisputeBook;
  private generation = 0;

  constructor(parts: StreamParts, book: DisputeBook) {
    this.parts = parts;
    this.book = book;
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
      if (index >= quick || /^(slip-|refunded|stuck|partial)/.test(slots.of(index).scenario)) yield index;
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
    if (world.overlay.changed.has(index) || !this.allowed()) return;
    const transaction = world.read(index);
    if (transaction.status !== status) return;
    this.parts.notify({ transaction, event: `TRANSACTION_${status}`, at: world.now() });
  }
}
