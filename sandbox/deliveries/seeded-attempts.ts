import type { PixTransaction } from '../types.ts';
import { draw } from './draw.ts';
import { eventOfStatus } from './event-names.ts';
import type { FictionalEndpoints } from './fictional-endpoints.ts';
import type { Answer } from './model.ts';
import { MAX_ATTEMPTS, retryDelay } from './retry-schedule.ts';
import { SEEDED_URLS, seededWebhookId } from './webhook-store.ts';

/** Every transaction outside incidents has this many records, so positions in the history can be computed. */
export const SLOTS = 3;
/** One delivery in every block of transactions fails once; in every 32nd block it always fails. */
export const BLOCK = 64;
const REFUSED_EVERY = 32;
const REFUSED_ATTEMPTS = 5;
/** Longest time from first to last attempt (ms), so ordering the history needs only a bounded window. */
export const LONGEST_CHAIN_MS = 4_800_000;
/** Longest delay from an event to its first attempt (ms). */
export const LONGEST_WAIT_MS = 6_000;

type Trouble = 'hiccup' | 'refused';
/** One seeded attempt, without its bodies. `index` counts transactions oldest first; `at` is epoch ms. */
export type SeededAttempt = {
  index: number;
  slot: number;
  attempt: number;
  at: number;
  url: string;
  webhookId: string | null;
  event: string;
  transactionId: string;
  status: number;
  /** When the next attempt is due; null after a success or after the last attempt. */
  next: number | null;
};

type Destination = { url: string; webhookId: string | null; event: string; at: number };
export type SeededOptions = {
  seed: number;
  endpoints: FictionalEndpoints;
  startedAt: number;
  /** Events later than this after a transaction's creation are left out (ms). */
  longestLag: number;
};

/** Index within the block of the transaction whose delivery fails. */
export function failingPlace(seed: number, block: number): number {
  return Math.floor(draw(seed, 'trouble', block) * BLOCK);
}

export function isRefusedBlock(block: number): boolean {
  return block % REFUSED_EVERY === 7;
}

/** Additional records of that transaction, outside incidents. */
export function troubleExtra(block: number): number {
  return isRefusedBlock(block) ? REFUSED_ATTEMPTS - 1 : 1;
}

/** Number of blocks below `blocks` whose failing delivery never succeeds. */
export function failingBlocksBelow(blocks: number): number {
  return Math.floor((blocks + REFUSED_EVERY - 8) / REFUSED_EVERY);
}

/** The delivery attempts of one seeded transaction, a pure function of seed, index and transaction. */
export class SeededAttempts {
  readonly #options: SeededOptions;
  readonly #ids: [string, string];

  constructor(options: SeededOptions) {
    this.#options = options;
    this.#ids = [seededWebhookId(options.seed, 0), seededWebhookId(options.seed, 1)];
  }

  of(index: number, transaction: PixTransaction): SeededAttempt[] {
    const block = Math.floor(index / BLOCK);
    const { seed } = this.#options;
    const troubled = index % BLOCK === failingPlace(seed, block);
    const slot = Math.floor(draw(seed, 'slot', block) * SLOTS);
    const found: SeededAttempt[] = [];
    this.#destinations(index, transaction).forEach((destination, place) => {
      const trouble = troubled && place === slot ? (isRefusedBlock(block) ? 'refused' : 'hiccup') : null;
      this.#chain(found, index, place, transaction.id, destination, trouble);
    });
    return found;
  }

  /** Returns the full answer of an attempt that `of` returned. */
  answerOf(attempt: SeededAttempt): Answer {
    const block = Math.floor(attempt.index / BLOCK);
    return this.#answer(
      attempt.url,
      keyOf(attempt),
      attempt.at,
      attempt.attempt,
      this.#troubleAt(attempt, block),
    );
  }

  #troubleAt(attempt: SeededAttempt, block: number): Trouble | null {
    const { seed } = this.#options;
    if (attempt.index % BLOCK !== failingPlace(seed, block)) return null;
    if (attempt.slot !== Math.floor(draw(seed, 'slot', block) * SLOTS)) return null;
    return isRefusedBlock(block) ? 'refused' : 'hiccup';
  }

  #answer(url: string, key: string, at: number, attempt: number, trouble: Trouble | null): Answer {
    const { endpoints } = this.#options;
    if (endpoints.inIncident(url, at)) return endpoints.unavailable(url, key);
    if (trouble === 'refused') return endpoints.unacceptable(url, key);
    return trouble === 'hiccup' && attempt === 1 ? endpoints.hiccup(url, key) : endpoints.fine(url, key);
  }

  #chain(
    found: SeededAttempt[],
    index: number,
    slot: number,
    transactionId: string,
    to: Destination,
    trouble: Trouble | null,
  ): void {
    const most = trouble === 'refused' ? REFUSED_ATTEMPTS : MAX_ATTEMPTS;
    let at = to.at;
    for (let attempt = 1; attempt <= most; attempt += 1) {
      const key = `${index} ${slot} ${attempt}`;
      const { status } = this.#answer(to.url, key, at, attempt, trouble);
      const failed = status < 200 || status >= 300;
      const due = at + retryDelay(attempt, draw(this.#options.seed, 'jitter', key));
      const next = failed && attempt < most && due - to.at <= LONGEST_CHAIN_MS ? due : null;
      found.push({ ...to, index, slot, attempt, at, transactionId, status, next });
      if (next === null) return;
      at = due;
    }
  }

  /** Always three: the two registered endpoints, and the callbackUrl or the first endpoint again. */
  #destinations(index: number, transaction: PixTransaction): Destination[] {
    const main = this.#event(transaction);
    const created = Date.parse(transaction.createdAt);
    const { seed } = this.#options;
    const wait = (slot: number) => 400 + Math.floor(1600 * draw(seed, 'wait', index, slot));
    const first = { url: SEEDED_URLS[0], webhookId: this.#ids[0] };
    const second = { url: SEEDED_URLS[1], webhookId: this.#ids[1] };
    const last = main.refunded ?? main;
    const own = transaction.callbackUrl;
    const third = own === null ? first : { url: own, webhookId: null };
    // Without a callbackUrl, a slow payment also sent TRANSACTION_PENDING; otherwise the same callback was
    // sent twice.
    const slow = own === null && !main.refunded && transaction.method !== 'INTERNAL_TRANSFER';
    const pending = slow && main.at - created > 5_000;
    const again = own === null && !main.refunded && !pending ? 4_000 : 0;
    const end = pending ? { event: 'TRANSACTION_PENDING', at: created } : { event: last.event, at: last.at };
    return [
      { ...first, event: main.event, at: main.at + wait(0) },
      { ...second, event: last.event, at: last.at + wait(1) },
      { ...third, event: end.event, at: end.at + again + wait(2) },
    ];
  }

  /** The last event of a transaction before the first start, within the longest lag. */
  #event(transaction: PixTransaction): Happening & { refunded: Happening | null } {
    const created = Date.parse(transaction.createdAt);
    const until = Math.min(this.#options.startedAt, created + this.#options.longestLag);
    const within = (iso: string | null) => {
      const at = iso === null ? Number.NaN : Date.parse(iso);
      return at >= created && at <= until ? at : null;
    };
    const paid = within(transaction.paidAt);
    if (paid !== null) {
      const refund = transaction.status === 'REFUNDED' ? within(transaction.refundedAt) : null;
      const refunded = refund === null ? null : { event: 'TRANSACTION_REFUNDED', at: refund };
      return { event: 'TRANSACTION_COMPLETED', at: paid, refunded };
    }
    const over = ['EXPIRED', 'CANCELED', 'ERROR'].includes(transaction.status);
    const ended = over ? within(transaction.updatedAt) : null;
    if (ended !== null) return { event: eventOfStatus(transaction.status), at: ended, refunded: null };
    return { event: 'TRANSACTION_PENDING', at: created, refunded: null };
  }
}

type Happening = { event: string; at: number };

function keyOf(attempt: SeededAttempt): string {
  return `${attempt.index} ${attempt.slot} ${attempt.attempt}`;
}
