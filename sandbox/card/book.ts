import type { Journal } from '../types.ts';
import type { Charge, Recurrence } from './model.ts';

/** Charges and recurrences: the seeded ones, overlaid with every change from the journal. */
export class Book {
  readonly #journal: Journal;
  readonly #charges = new Map<string, Charge>();
  readonly #recurrences = new Map<string, Recurrence>();

  constructor(journal: Journal, charges: Iterable<Charge>, recurrences: Iterable<Recurrence>) {
    this.#journal = journal;
    for (const charge of charges) this.#charges.set(charge.id, charge);
    for (const recurrence of recurrences) this.#recurrences.set(recurrence.id, recurrence);
    journal.replay('card.charge', (charge: Charge) => this.#charges.set(charge.id, charge));
    journal.replay('card.recurrence', (one: Recurrence) => this.#recurrences.set(one.id, one));
  }

  put(charge: Charge): void {
    this.#charges.set(charge.id, charge);
    this.#journal.append('card.charge', charge);
  }

  putRecurrence(recurrence: Recurrence): void {
    this.#recurrences.set(recurrence.id, recurrence);
    this.#journal.append('card.recurrence', recurrence);
  }

  charge(id: string): Charge | null {
    return this.#charges.get(id) ?? null;
  }

  recurrence(id: string): Recurrence | null {
    return this.#recurrences.get(id) ?? null;
  }

  charges(): Iterable<Charge> {
    return this.#charges.values();
  }

  recurrences(): Iterable<Recurrence> {
    return this.#recurrences.values();
  }

  /** Newest first. */
  select(fits: (charge: Charge) => boolean): Charge[] {
    return [...this.#charges.values()]
      .filter(fits)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }
}
