import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxClock, SandboxLog } from '../types.ts';
import type { Book } from './book.ts';
import { REASONS, STATUS } from './codes.ts';
import { nextChangeAt, turned } from './cycles.ts';
import type { Charge, Notice, Recurrence } from './model.ts';
import { cycleScenario } from './scenarios.ts';
import { POSTBACK, type Shop } from './shop.ts';
import { stepped } from './steps.ts';

export type LifeParts = {
  book: Book;
  shop: Shop;
  clock: SandboxClock;
  log: SandboxLog;
  notify(notice: Notice): void;
  /** URL that receives the seeded shop's postbacks; null: its default address. */
  postbackUrl(): string | null;
};

const FAILED: readonly number[] = [STATUS.denied, STATUS.aborted, STATUS.notFinished];

export function newAcquirerId(): string {
  return String(randomInt(10 ** 12, 10 ** 13));
}

/** Advances charges and recurrences as simulated time passes, and creates the shop's sales. */
export class CardLife {
  readonly #parts: LifeParts;
  readonly #waiting = new Map<string, { cancel(): void }>();

  constructor(parts: LifeParts) {
    this.#parts = parts;
  }

  start(): void {
    const { book } = this.#parts;
    for (const charge of book.charges()) this.#schedule(charge);
    for (const recurrence of book.recurrences()) this.#scheduleRecurrence(recurrence);
    this.#sellNext();
  }

  /** Stores a change and sends its postback. */
  put({ event, charge }: Notice): void {
    this.#parts.book.put(charge);
    this.#schedule(charge);
    this.#parts.notify({ event, charge });
  }

  putRecurrence(recurrence: Recurrence): void {
    this.#parts.book.putRecurrence(recurrence);
    this.#scheduleRecurrence(recurrence);
  }

  #at(key: string, at: number | null, run: () => void): void {
    this.#waiting.get(key)?.cancel();
    this.#waiting.delete(key);
    if (at !== null) this.#waiting.set(key, this.#parts.clock.schedule(at, run));
  }

  #schedule({ id, plan }: Charge): void {
    this.#at(`charge ${id}`, plan[0]?.at ?? null, () => this.#step(id));
  }

  #step(id: string): void {
    const { book, log, clock } = this.#parts;
    const charge = book.charge(id);
    if (!charge) return;
    const notice = stepped(charge);
    if (!notice) {
      const rest = { ...charge, plan: charge.plan.slice(1) };
      book.put(rest);
      this.#schedule(rest);
      return;
    }
    this.put(notice);
    const { status, reasonCode } = notice.charge.payment;
    if (FAILED.includes(status)) this.#giveUp(notice.charge);
    const text = `Cartão: ${notice.event} (${status} ${REASONS[reasonCode] ?? reasonCode})`;
    log({ at: clock.now(), kind: 'card', text, target: charge.externalId });
  }

  /** A subscription whose first charge fails late never starts. */
  #giveUp({ recurrenceCycle, recurrentPaymentId }: Charge): void {
    const recurrence = recurrenceCycle === 0 && this.#parts.book.recurrence(recurrentPaymentId ?? '');
    if (recurrence) this.putRecurrence({ ...recurrence, status: 'INACTIVE', next: null });
  }

  #scheduleRecurrence(recurrence: Recurrence): void {
    this.#at(`recurrence ${recurrence.id}`, nextChangeAt(recurrence), () => this.#turn(recurrence.id));
  }

  #turn(id: string): void {
    const { book, shop, clock, log } = this.#parts;
    const recurrence = book.recurrence(id);
    const first = recurrence && book.charge(recurrence.firstChargeId);
    if (!first) return;
    const own = first.postbackUrl === POSTBACK;
    const turn = turned(recurrence, first, nextChangeAt(recurrence) ?? clock.now(), {
      id: randomUUID(),
      acquirerTransactionId: newAcquirerId(),
      // The amount's cents decide a cycle of a caller's subscription; the seed decides the shop's own.
      scenario: own ? shop.scenarioOfCycle(id, recurrence.cycle + 1) : cycleScenario(recurrence.amount),
    });
    this.putRecurrence(turn.recurrence);
    if (turn.charge) this.put({ event: 'recurrence.cycle', charge: turn.charge });
    const text = turn.charge ? `Recorrência: ciclo ${turn.charge.recurrenceCycle}` : 'Recorrência encerrada';
    log({ at: clock.now(), kind: 'card', text, target: first.externalId });
  }

  /** Schedules the shop's next charge. Charges missed while stopped are created at their own time. */
  #sellNext(): void {
    const { book, shop, clock, postbackUrl } = this.#parts;
    let index = shop.count;
    while (book.charge(shop.uuid(40, index))) index++;
    const sell = (number: number): void => {
      clock.schedule(shop.calendar.timeOf(number), () => {
        const charge = shop.charge(number);
        this.put({
          event: 'charge.update',
          charge: { ...charge, postbackUrl: postbackUrl() ?? charge.postbackUrl },
        });
        sell(number + 1);
      });
    };
    sell(index);
  }
}
