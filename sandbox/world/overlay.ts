import type { Journal, PixTransaction } from '../types.ts';

export type Refund = {
  id: string;
  /** Cents. */
  amount: number;
  reason: string;
  description: string | null;
  clientReference: string | null;
  status: string;
  endToEndId: string | null;
  refundedAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Simulated time at which the refund is decided; null afterwards. */
  dueAt: number | null;
};

export type Entry = {
  transaction: PixTransaction;
  /** The index of a transaction of the computed world; null for one created by a call. */
  index: number | null;
  createdAt: number;
  due: { at: number; act: string } | null;
  refunds: Refund[];
  /** Body of the creating call, to recognise its repetition. */
  asked: string | null;
};

/** Changes by calls and controls, on top of the computed world. The journal stores whole snapshots. */
export class Overlay {
  readonly created: Entry[] = [];
  readonly changed = new Map<number, Entry>();
  version = 0;
  private readonly byId = new Map<string, Entry>();
  private readonly byReference = new Map<string, Entry>();
  private readonly byEndToEnd = new Map<string, Entry>();
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    journal.replay('transaction', (entry: Entry) => this.apply(entry));
  }

  get(id: string): Entry | undefined {
    return this.byId.get(id);
  }

  reference(clientReference: string): Entry | undefined {
    return this.byReference.get(clientReference);
  }

  endToEnd(endToEndId: string): Entry | undefined {
    return this.byEndToEnd.get(endToEndId);
  }

  put(entry: Entry): void {
    this.apply(entry);
    this.journal.append('transaction', entry);
  }

  all(): Iterable<Entry> {
    return this.byId.values();
  }

  private apply(entry: Entry): void {
    const { transaction, index } = entry;
    const known = this.byId.get(transaction.id);
    this.byId.set(transaction.id, entry);
    if (index !== null) this.changed.set(index, entry);
    else if (known) this.created[this.created.indexOf(known)] = entry;
    else this.insert(entry);
    if (transaction.clientReference !== null && index === null) {
      this.byReference.set(transaction.clientReference, entry);
    }
    if (transaction.endToEndId !== null) this.byEndToEnd.set(transaction.endToEndId, entry);
    this.version++;
  }

  private insert(entry: Entry): void {
    let place = this.created.length;
    while (place > 0 && (this.created[place - 1] as Entry).createdAt > entry.createdAt) place--;
    this.created.splice(place, 0, entry);
  }
}
