import type { Journal, World } from '../types.ts';
import { asOf } from './as-of.ts';
import type { HistoryPart, HistorySource } from './history.ts';
import { type HistoryFilter, matches } from './history-filter.ts';
import { type Answer, type Delivery, type Job, parsedBody } from './model.ts';

const KIND = 'deliveries.record';
/** Number of records whose raw body is stored; older bodies are rebuilt from the transaction. */
const STORED_BODIES = 5_000;

/** Journal record of one attempt; `next` is when the following attempt is due, epoch ms. */
export type LiveRecord = Answer & {
  number: number;
  at: number;
  url: string;
  transactionId: string;
  event: string;
  webhookId: string | null;
  attempt: number;
  transactionStatus: string | null;
  infraction: unknown;
  next: number | null;
};

type StoredRecord = LiveRecord & { rawBody: string | null };

/** The latest `limit` attempts since the first start, oldest first. */
export class RecordStore implements HistorySource {
  readonly #journal: Journal;
  readonly #world: World;
  readonly #limit: number;
  #records: StoredRecord[] = [];
  #next = 1;

  constructor(journal: Journal, world: World, limit: number) {
    this.#journal = journal;
    this.#world = world;
    this.#limit = limit;
    journal.replay(KIND, (record: LiveRecord) => this.#keep({ ...record, rawBody: null }));
  }

  reset(): void {
    this.#records = [];
  }

  add(job: Job, url: string, answer: Answer, at: number, next: number | null): Delivery {
    const record: LiveRecord = {
      ...answer,
      number: this.#next,
      at,
      url,
      transactionId: job.transactionId,
      event: job.event,
      webhookId: job.webhookId,
      attempt: job.attempt,
      transactionStatus: job.status,
      infraction: job.infraction ?? null,
      next,
    };
    this.#journal.append(KIND, record);
    const storedRecord = { ...record, rawBody: job.rawBody };
    this.#keep(storedRecord);
    const old = this.#records.at(-1 - STORED_BODIES);
    if (old) old.rawBody = null;
    return this.#delivery(storedRecord);
  }

  /** The last record of every delivery that still waits for a retry. */
  unfinished(): LiveRecord[] {
    const waiting = new Map<string, LiveRecord>();
    for (const record of this.#records) {
      const key = `${record.webhookId ?? record.url} ${record.transactionId} ${record.event}`;
      if (record.next === null) waiting.delete(key);
      else waiting.set(key, record);
    }
    return [...waiting.values()];
  }

  get(id: string): Delivery | null {
    const number = /^cbl[0-9a-z]{9}$/.test(id) ? Number.parseInt(id.slice(3), 36) : Number.NaN;
    const record = this.#records.find((one) => one.number === number);
    return record ? this.#delivery(record) : null;
  }

  read(filter: HistoryFilter, descending: boolean, offset: number, need: number): HistoryPart {
    const rows: Delivery[] = [];
    let found = 0;
    const count = this.#records.length;
    for (let place = 0; place < count; place += 1) {
      const record = this.#records[descending ? count - 1 - place : place];
      if (!record || !matches(filter, record)) continue;
      found += 1;
      if (found > offset && rows.push(this.#delivery(record)) === need) return { rows, total: null };
    }
    return { rows, total: found };
  }

  statuses(): number[] {
    return [...new Set(this.#records.map((record) => record.status))];
  }

  #keep(record: StoredRecord): void {
    this.#next = Math.max(this.#next, record.number + 1);
    let place = this.#records.length;
    // The clock can move back, so the record is inserted in order of time.
    while (place > 0 && (this.#records[place - 1]?.at ?? 0) > record.at) place -= 1;
    if (place === this.#records.length) this.#records.push(record);
    else this.#records.splice(place, 0, record);
    // Trimmed in slices, because removing one by one copies the whole list each time.
    if (this.#records.length > this.#limit * 1.1) this.#records = this.#records.slice(-this.#limit);
  }

  #delivery(record: StoredRecord): Delivery {
    const { number, transactionStatus, next, rawBody, ...rest } = record;
    return {
      ...rest,
      id: `cbl${number.toString(36).padStart(9, '0')}`,
      body: () => {
        if (rawBody !== null) return parsedBody(rawBody);
        const transaction = this.#world.transaction(record.transactionId);
        if (!transaction) return null;
        const then = transactionStatus === null ? transaction : asOf(transaction, transactionStatus);
        return this.#world.payload(then, record.infraction ?? undefined);
      },
    };
  }
}
