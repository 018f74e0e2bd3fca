import 'server-only';
import { z } from 'zod';
import type { Account } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { erasedForms } from '#lib/data/erasure/erased-index.ts';
import {
  type IndexState,
  indexState,
  keptSince,
  mostRows,
  saveState,
} from '#lib/deliveries/server/index-state.ts';
import { nobodys, rowOf, webhooksByUrl } from '#lib/deliveries/server/record-row.ts';
import { nameRecords, storeRecords } from '#lib/deliveries/server/store-records.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { portFor } from '#lib/providers/registry.ts';

const PAGE = 100;
/** A record may appear a little late below newer ones: its attempt took its time. */
const OVERLAP_MS = 15_000;

type Reading = { account: Account; port: ProviderPort; call: Call; until: number };

/**
 * Reads the history until `until` (epoch ms), one page at least: first what is new, then further into the past. Each page is kept with
 * the position behind it, so that a reading that is cut off goes on where it was. Throws what a read throws, after
 * writing it down as the index's problem.
 */
export async function readIndex(account: Account, given: { until: number; call: Call }): Promise<void> {
  const reading = { account, port: portFor(account), ...given };
  let state = await indexState(account.id);
  if (state === null || reading.port.deliveries === undefined) return;
  let added = 0;
  try {
    // One page at least: a busy machine gets on too.
    while (state !== null && given.call.signal?.aborted !== true) {
      const step = nextStep(state);
      if (step === null) break;
      const done = await readPage(reading, state, step);
      added += done.added;
      state = done.state;
      // New records are read to the end at each turn; after them, one turn is one look.
      const over = step.part === 'head' && state?.head === null && state.backDone;
      if (over || Date.now() >= reading.until) break;
    }
  } catch (error) {
    // A caller who went away is no problem of the account's.
    if (given.call.signal?.aborted !== true) await noteProblem(account.id, error);
    throw error;
  } finally {
    if (added > 0) await announce(db(), account.id, [['deliveries']]);
  }
}

/**
 * Where a reading of the history stands: pages `page` of what is not newer than `to` (null: everything). Where the
 * service knows no such filter, `byPage`, page numbers alone lead on: rows that arrive meanwhile push the older ones
 * to later pages, so that a page read again shows known rows and none is jumped over.
 */
export const Position = z.object({
  to: z.string().nullable(),
  page: z.int().min(1),
  byPage: z.boolean(),
  /** When this reading began, by our clock, and the newest record it saw, by the provider's. */
  begunAt: z.string(),
  top: z.string().nullable(),
});

export type Position = z.infer<typeof Position>;

export const fromTheTop = (begunAt: string): Position => ({
  to: null,
  page: 1,
  byPage: false,
  begunAt,
  top: null,
});

type PageSeen = {
  /** createdAt of each record; null where it has none. */
  times: readonly (string | null)[];
  more: boolean;
};

/** `last`: the page's oldest record; `top`: the reading's newest; `next`: null at the end of the history. */
type Behind = { next: Position | null; last: string | null; top: string | null };

/** The times that a page covered, and the position behind it. */
export function behind(position: Position, { times, more }: PageSeen): Behind {
  const dated = times.filter((time) => time !== null).sort();
  const [last = null] = dated;
  const newest = dated.at(-1) ?? null;
  const top = position.top ?? newest;
  if (!more) return { next: null, last, top };
  const byPage = position.byPage || dated.length < times.length || ignoresTo(position, newest);
  if (byPage) return { next: { ...position, top, byPage, to: null, page: position.page + 1 }, last, top };
  // Times cannot lead on within one instant: the same window's next page does.
  const page = last === position.to ? position.page + 1 : 1;
  return { next: { ...position, top, byPage, to: last, page }, last, top };
}

/** Rows newer than was asked for: the service does not know the filter, and this was its first page once more. */
function ignoresTo({ to, page }: Position, newest: string | null): boolean {
  return to !== null && page === 1 && newest !== null && newest > to;
}

type Step = { part: 'head' | 'back'; position: Position };

/** The next step of the reading; null where nothing is due. */
function nextStep(state: IndexState): Step | null {
  const head = Position.nullable().parse(state.head);
  if (head !== null) return { part: 'head', position: head };
  const age =
    state.completeAt === null ? Number.POSITIVE_INFINITY : databaseNow() - state.completeAt.getTime();
  const wanted = state.wantedUntil.getTime() > databaseNow();
  if (state.completeAt === null || (wanted && age > freshMs(state)))
    return { part: 'head', position: fromTheTop(new Date(databaseNow()).toISOString()) };
  const back = Position.nullable().parse(state.back);
  return state.backDone || back === null ? null : { part: 'back', position: back };
}

/** While it is read backwards too, what is new is looked at every few seconds. */
const freshMs = (state: IndexState) => (state.backDone ? 0 : 3_000);

async function readPage(
  { account, port, call }: Reading,
  state: IndexState,
  { part, position }: Step,
): Promise<{ state: IndexState | null; added: number }> {
  const filter = position.to === null ? {} : { to: position.to };
  const page = await port.deliveries?.list(filter, { page: position.page, limit: PAGE }, call);
  if (page === undefined) return { state: null, added: 0 };
  const webhooks = await webhooksByUrl(account.id, port, call);
  const erased = await erasedForms();
  const rows = page.items.map((item) => nobodys(rowOf(account.id, item, webhooks), item.body, erased));
  const seen = behind(position, { times: page.items.map(({ createdAt }) => createdAt), more: page.more });
  const done = await db().transaction(async (tx) => {
    const added = await storeRecords(tx, rows);
    const change =
      part === 'head' ? afterHead(state, position, seen, added) : afterBack(state, account, seen);
    const saved = await saveState(tx, state, {
      ...change,
      rows: state.rows + added,
      problem: null,
      triedAt: dbNow,
    });
    return { state: saved, added };
  });
  await nameRecords(account.id, webhooks);
  return done;
}

/** The head ends where it meets what was whole before; the first page of all is where the index begins. */
function afterHead(state: IndexState, position: Position, { next, last, top }: Behind, added: number) {
  const ended = {
    head: null,
    completeAt: new Date(position.begunAt),
    newestAt: newerOf(state.newestAt, top),
    fromAt: state.fromAt ?? (last === null ? null : new Date(last)),
  };
  if (state.completeAt === null) return { ...ended, back: next, backDone: next === null };
  const border = (state.newestAt?.getTime() ?? 0) - OVERLAP_MS;
  const met = last === null || Date.parse(last) < border;
  const undated = next?.byPage === true && added === 0;
  return next === null || met || undated ? ended : { head: next };
}

function afterBack(state: IndexState, account: Account, { next, last }: Behind) {
  const since = keptSince(account);
  const enough = (last !== null && Date.parse(last) < since) || state.rows >= mostRows();
  return {
    back: next,
    backDone: next === null || enough,
    fromAt: last === null ? state.fromAt : new Date(last),
  };
}

function newerOf(known: Date | null, text: string | null): Date | null {
  if (text === null) return known;
  const time = new Date(text);
  return known !== null && known > time ? known : time;
}

async function noteProblem(accountId: string, error: unknown): Promise<void> {
  const problem = error instanceof GuicheError ? (error.details.provider?.code ?? error.code) : 'internal';
  const state = await indexState(accountId);
  if (state !== null) await saveState(db(), state, { problem, triedAt: dbNow });
}
