import type { World } from '../types.ts';
import { asOf } from './as-of.ts';
import type { HistoryPart, HistorySource } from './history.ts';
import { type HistoryFilter, matches } from './history-filter.ts';
import { type Delivery, isFailure } from './model.ts';
import type { SeededAttempt } from './seeded-attempts.ts';
import { compare, type SeededHistory } from './seeded-history.ts';
import { SEEDED_URLS } from './webhook-store.ts';
import { LoopYielder } from './yield-to-loop.ts';

const STATUSES = [0, 200, 204, 422, 429, 500, 503];
const STORED_MARKS = 400;
/** Below this offset, iterating is faster than computing the position. */
const SHALLOW = 1_000;

/** The scan position after `offset` matches of a filter; the next page continues there. */
type Mark = { offset: number; last: SeededAttempt };

/** The computed history as a source. Unfiltered pages are computed; filtered ones scan from a stored mark. */
export class SeededSource implements HistorySource {
  readonly #seeded: SeededHistory;
  readonly #world: World;
  readonly #webhookIds: readonly string[];
  readonly #marks = new Map<string, Mark[]>();

  constructor(seeded: SeededHistory, world: World, webhookIds: readonly string[]) {
    this.#seeded = seeded;
    this.#world = world;
    this.#webhookIds = webhookIds;
  }

  statuses(): number[] {
    return STATUSES;
  }

  get(id: string): Delivery | null {
    if (!/^cbs[0-9a-z]{9}$/.test(id)) return null;
    const number = Number.parseInt(id.slice(3), 36);
    const index = Math.floor(number / 256);
    if (index >= this.#seeded.base.count) return null;
    const found = this.#seeded.of(index).find((one) => numberOf(one) === number);
    return found && found.at <= this.#seeded.startedAt ? this.#delivery(found) : null;
  }

  async read(filter: HistoryFilter, descending: boolean, offset: number, need: number): Promise<HistoryPart> {
    if (!this.#possible(filter)) return { rows: [], total: 0 };
    if (filter.transactionId !== undefined) return this.ofTransaction(filter, descending, offset, need);
    if (Object.keys(filter).length > 2 || offset < SHALLOW)
      return this.#scan(filter, descending, offset, need);
    await this.#seeded.counted();
    const total = this.#seeded.countBetween(filter.from, filter.to);
    const rows: Delivery[] = [];
    for (const one of this.#seeded.page(filter.from, filter.to, descending, offset)) {
      rows.push(this.#delivery(one));
      if (rows.length === need) return { rows, total: null };
    }
    return { rows, total };
  }

  #possible({ webhookId, status, url }: HistoryFilter): boolean {
    if (webhookId !== undefined && !this.#webhookIds.includes(webhookId)) return false;
    if (url === SEEDED_URLS[2]) return false;
    return status === undefined || STATUSES.includes(status);
  }

  ofTransaction(filter: HistoryFilter, descending: boolean, offset: number, need: number): HistoryPart {
    const index = this.#seeded.base.indexOf(filter.transactionId ?? '');
    const last = Math.min(filter.to, this.#seeded.startedAt);
    const all = index === null ? [] : this.#seeded.of(index);
    const found = all.filter((one) => matches({ ...filter, to: last }, one));
    found.sort(descending ? (a, b) => compare(b, a) : compare);
    const rows = found.slice(offset, offset + need).map((one) => this.#delivery(one));
    return { rows, total: rows.length < need ? found.length : null };
  }

  async #scan(
    filter: HistoryFilter,
    descending: boolean,
    offset: number,
    need: number,
  ): Promise<HistoryPart> {
    const key = JSON.stringify([{ ...filter, from: `${filter.from}`, to: `${filter.to}` }, descending]);
    const mark = this.#markBelow(key, offset);
    const span = { from: filter.from, to: filter.to, descending };
    if (mark) span[descending ? 'to' : 'from'] = mark.last.at;
    const onlyTroubled =
      filter.hasError === true || (filter.status !== undefined && isFailure(filter.status));
    if (onlyTroubled) await this.#seeded.counted();
    const yielder = new LoopYielder();
    const rows: Delivery[] = [];
    let matched = mark?.offset ?? 0;
    let last: SeededAttempt | null = null;
    for (const one of this.#seeded.ordered({ ...span, onlyTroubled })) {
      if (yielder.isDue()) await yielder.breathe();
      if (mark && (descending ? compare(one, mark.last) >= 0 : compare(one, mark.last) <= 0)) continue;
      if (!matches(filter, one)) continue;
      if (matched >= offset) rows.push(this.#delivery(one));
      if (rows.length === need) {
        if (last) this.#remember(key, { offset: matched, last });
        return { rows, total: null };
      }
      matched += 1;
      last = one;
    }
    return { rows, total: matched };
  }

  #markBelow(key: string, offset: number): Mark | null {
    const marks = this.#marks.get(key) ?? [];
    let best: Mark | null = null;
    for (const mark of marks) if (mark.offset <= offset && mark.offset > (best?.offset ?? -1)) best = mark;
    return best;
  }

  #remember(key: string, mark: Mark): void {
    const marks = this.#marks.get(key) ?? [];
    if (!marks.some((known) => known.offset === mark.offset)) marks.push(mark);
    if (marks.length > STORED_MARKS) marks.shift();
    this.#marks.delete(key);
    this.#marks.set(key, marks);
    if (this.#marks.size > 32) this.#marks.delete(this.#marks.keys().next().value ?? '');
  }

  #delivery(one: SeededAttempt): Delivery {
    const { at, url, transactionId, event, webhookId, attempt } = one;
    const body = () => {
      const transaction = this.#seeded.base.transaction(one.index);
      return this.#world.payload(asOf(transaction, event.replace('TRANSACTION_', '')));
    };
    const id = `cbs${numberOf(one).toString(36).padStart(9, '0')}`;
    const answer = this.#seeded.attempts.answerOf(one);
    return { ...answer, id, at, url, transactionId, event, webhookId, attempt, infraction: null, body };
  }
}

function numberOf(one: SeededAttempt): number {
  return one.index * 256 + one.slot * 64 + one.attempt;
}
