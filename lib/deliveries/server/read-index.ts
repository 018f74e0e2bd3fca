import 'server-only';
import { z } from 'zod';
import type { Account } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow, dbNow } from '#lib/data/clock.ts';
import { erasedForms } from '#lib/data/erasure/erased-index.ts';
import {
  type IndexState,
  indexState,
  mostRows,
  retainedSince,
  saveState,
} from '#lib/deliveries/server/index-state.ts';
import {
  assignWebhooks,
  rowOf,
  storeRecords,
  webhooksByUrl,
  withoutErased,
} from '#lib/deliveries/server/store-records.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { portFor } from '#lib/providers/registry.ts';

const PAGE = 100;
/** A record may appear late, below newer ones, because its attempt took time. */
const OVERLAP_MS = 15_000;

type Reading = { account: Account; port: ProviderPort; call: Call; until: number };

/**
 * Reads new, then older records until `until` (epoch ms), at least one page. Each page is stored with its
 * position, so a later read continues there. Stores an error as problem.
 */
export async function readIndex(account: Account, options: { until: number; call: Call }): Promise<void> {
  const reading = { account, port: portFor(account), ...options };
  let state = await indexState(account.id);
  if (state === null || reading.port.deliveries === undefined) return;
  let added = 0;
  try {
    // At least one page, so that a busy machine makes progress too.
    while (state !== null && options.call.signal?.aborted !== true) {
      const step = nextStep(state);
      if (step === null) break;
      const done = await readPage(reading, state, step);
      added += done.added;
      state = done.state;
      // New records are read to their end each time; if no older ones remain, that is all.
      const over = step.part === 'head' && state?.head === null && state.backDone;
      if (over || Date.now() >= reading.until) break;
    }
  } catch (error) {
    // An aborted caller is no problem of the account.
    if (options.call.signal?.aborted !== true) await saveProblem(account.id, error);
    throw error;
  } finally {
    if (added > 0) await announce(db(), account.id, [['deliveries']]);
  }
}

/**
 * `page` of the records not newer than `to` (null: all). `byPage`: the provider ignores `to`, so the read
 * continues by page number only: new rows push older ones to later pages, so rows may repeat but none is
 * skipped.
 */
export const Position = z.object({
  to: z.string().nullable(),
  page: z.int().min(1),
  byPage: z.boolean(),
  /** Start of this read by Guichê's clock; `top`: the newest record seen, by the provider's clock. */
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
  /** `createdAt` of each record; null if it has none. */
  times: readonly (string | null)[];
  more: boolean;
};

/** `last`: the page's oldest record; `top`: the read's newest; `next`: null at the history's end. */
type Behind = { next: Position | null; last: string | null; top: string | null };

/** The times that a page covered, and the next position. */
export function behind(position: Position, { times, more }: PageSeen): Behind {
  const dated = times.filter((time) => time !== null).sort();
  const [last = null] = dated;
  const newest = dated.at(-1) ?? null;
  const top = position.top ?? newest;
  if (!more) return { next: null, last, top };
  // Rows newer than requested: the provider ignores the filter and returned its first page again.
  const { to } = position;
  const ignored = to !== null && position.page === 1 && newest !== null && newest > to;
  const byPage = position.byPage || dated.length < times.length || ignored;
  if (byPage) return { next: { ...position, top, byPage, to: null, page: position.page + 1 }, last, top };
  // If the whole page has one time, continue with the next page of the same window.
  const page = last === position.to ? position.page + 1 : 1;
  return { next: { ...position, top, byPage, to: last, page }, last, top };
}

type Step = { part: 'head' | 'back'; position: Position };

/** The next step of the read; null if nothing is due. */
function nextStep(state: IndexState): Step | null {
  const head = Position.nullable().parse(state.head);
  if (head !== null) return { part: 'head', position: head };
  const age =
    state.completeAt === null ? Number.POSITIVE_INFINITY : databaseNow() - state.completeAt.getTime();
  const wanted = state.wantedUntil.getTime() > databaseNow();
  // While older records are being read, new ones are read every few seconds.
  if (state.completeAt === null || (wanted && age > (state.backDone ? 0 : 3_000)))
    return { part: 'head', position: fromTheTop(databaseIso()) };
  const back = Position.nullable().parse(state.back);
  return state.backDone || back === null ? null : { part: 'back', position: back };
}

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
  const rows = page.items.map((item) => withoutErased(rowOf(account.id, item, webhooks), item.body, erased));
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
  await assignWebhooks(account.id, webhooks);
  return done;
}

/** New records end at those complete before; the very first page starts the index. */
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
  const since = retainedSince(account);
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

async function saveProblem(accountId: string, error: unknown): Promise<void> {
  const problem = error instanceof GuicheError ? (error.details.provider?.code ?? error.code) : 'internal';
  const state = await indexState(accountId);
  if (state !== null) await saveState(db(), state, { problem, triedAt: dbNow });
}
