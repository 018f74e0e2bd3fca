import type { Journal, PixTransaction, TransactionFilter, World } from '../types.ts';
import { type Calendar, createCalendar } from './calendar.ts';
import { type Codes, createCodes, TAG } from './codes.ts';
import { type Customers, createCustomers } from './customers.ts';
import { createDisputes, type Disputes } from './disputes.ts';
import { createExceptions, type Exceptions } from './exceptions.ts';
import { type ListFilter, type ListParts, listTransactions, matches, type Page } from './listing.ts';
import { type Entry, Overlay, type Refund } from './overlay.ts';
import { createProfile, type Profile } from './profile.ts';
import { createDice, type Dice } from './random.ts';
import { createRows, type Place, type Rows } from './rows.ts';
import { createScanner } from './scan.ts';
import { select } from './selection.ts';
import { createSlots, type Slots } from './slots.ts';
import { createTimelines, type Timelines } from './timeline.ts';
import { createTreasury, type Treasury } from './treasury.ts';
import { transactionJson } from './wire.ts';

export type WorldOptions = {
  seed: number;
  transactions: number;
  days: number;
  /** Epoch ms at which the seeded history ends and live activity begins. */
  anchor: number;
  place: Place;
  now: () => number;
  journal: Journal;
};

export type SandboxWorld = World & {
  options: WorldOptions;
  dice: Dice;
  calendar: Calendar;
  slots: Slots;
  customers: Customers;
  codes: Codes;
  timelines: Timelines;
  disputes: Disputes;
  exceptions: Exceptions;
  rows: Rows;
  profile: Profile;
  treasury: Treasury;
  overlay: Overlay;
  now(): number;
  perDay: number;
  read(index: number): PixTransaction;
  entry(id: string): Entry | null;
  byReference(clientReference: string): PixTransaction | null;
  byEndToEnd(endToEndId: string): PixTransaction | null;
  list(filter: ListFilter, offset: number, limit: number): Promise<Page>;
};

type Core = Omit<
  SandboxWorld,
  | 'transaction'
  | 'payload'
  | 'findTransactions'
  | 'baseTransaction'
  | 'indexOf'
  | 'entry'
  | 'byReference'
  | 'byEndToEnd'
  | 'list'
>;

function createCore(options: WorldOptions): Core {
  const { now, transactions, days } = options;
  const dice = createDice(options.seed);
  const calendar = createCalendar(dice, transactions, days, options.anchor);
  const slots = createSlots(dice);
  const perDay = transactions / days;
  const disputes = createDisputes(dice, slots, calendar, perDay);
  const timelines = createTimelines({ dice, slots, calendar, perDay, disputeEnd: disputes.endOf });
  const customers = createCustomers(dice, slots, transactions);
  const codes = createCodes(dice);
  const profile = createProfile(dice);
  const rows = createRows({
    ...{ dice, slots, customers, codes, timelines, profile, place: options.place },
    treasury: (index) => treasury.amountOf(index),
  });
  const treasury = createTreasury({ slots, calendar, rows, perDay });
  const overlay = new Overlay(options.journal);
  const exceptions = createExceptions({ slots, calendar, timelines, disputes, overlay, now });
  const read = (index: number) => overlay.changed.get(index)?.transaction ?? rows.row(index, now());
  return {
    options,
    dice,
    calendar,
    slots,
    customers,
    codes,
    timelines,
    disputes,
    exceptions,
    rows,
    profile,
    treasury,
    overlay,
    now,
    perDay,
    read,
    baseCount: transactions,
  };
}

function* find(core: Core, filter: TransactionFilter, one: (id: string) => PixTransaction | null) {
  const wanted: ListFilter = {
    from: filter.from,
    to: filter.to,
    ...(filter.types?.length ? { types: new Set(filter.types) } : {}),
    ...(filter.statuses?.length ? { statuses: new Set(filter.statuses) } : {}),
  };
  const codes = filter.endToEndIds?.length ? new Set(filter.endToEndIds) : null;
  const fits = (row: PixTransaction) =>
    matches(row, wanted) && (!codes || (row.endToEndId !== null && codes.has(row.endToEndId)));
  if (filter.ids?.length || codes) {
    const ids = filter.ids?.length ? new Set(filter.ids) : null;
    for (const id of ids ?? codes ?? []) {
      const row = one(id);
      if (row && fits(row)) yield row;
    }
    return;
  }
  for (const entry of core.overlay.created) if (fits(entry.transaction)) yield entry.transaction;
  const low = core.calendar.firstAt(filter.from);
  const high = core.calendar.firstAt(Math.min(core.now(), filter.to) + 1);
  for (const index of select(core.slots, core.exceptions, wanted, low, high).descend(0))
    yield core.read(index);
}

/** The computed world has one refund per transaction, stored on its row. */
function refundsOf(row: PixTransaction): Refund[] {
  const { refundAmount, refundStatus, refundReason, refundedAt } = row;
  if (refundAmount === null || refundStatus === null) return [];
  const at = refundedAt ?? row.updatedAt;
  return [
    {
      id: `${row.id}-1`,
      amount: refundAmount,
      reason: refundReason ?? 'CUSTOMER_REQUEST',
      description: row.refundDescription,
      clientReference: null,
      status: refundStatus,
      endToEndId: row.refundEndToEndId,
      refundedAt,
      createdAt: at,
      updatedAt: at,
      dueAt: null,
    },
  ];
}

export function createWorld(options: WorldOptions): SandboxWorld {
  const core = createCore(options);
  const { codes, calendar, overlay, read, now } = core;
  const listParts: ListParts = { ...core, scanner: createScanner(core.rows, core.customers) };
  const born = (index: number | null): number | null =>
    index !== null && index >= 0 && calendar.timeOf(index) <= now() ? index : null;
  const indexOf = (id: string) => born(codes.openId(id, TAG.base));
  const readBorn = (index: number | null) => {
    const found = born(index);
    return found === null ? null : read(found);
  };
  const byEndToEnd = (text: string) => {
    const found = codes.openEndToEnd(text);
    const row =
      overlay.endToEnd(text)?.transaction ?? (found?.tag === TAG.endToEnd ? readBorn(found.number) : null);
    return row?.endToEndId === text ? row : null;
  };
  const transaction = (id: string) => overlay.get(id)?.transaction ?? readBorn(codes.openId(id, TAG.base));
  return {
    ...core,
    indexOf,
    transaction,
    byEndToEnd,
    baseTransaction: read,
    byReference(text) {
      const row = overlay.reference(text)?.transaction ?? readBorn(codes.openReference(text));
      return row?.clientReference === text ? row : null;
    },
    entry(id) {
      const known = overlay.get(id);
      if (known) return known;
      const index = indexOf(id);
      if (index === null) return null;
      const row = read(index);
      const at = Date.parse(row.createdAt);
      return { transaction: row, index, createdAt: at, due: null, refunds: refundsOf(row), asked: null };
    },
    payload: (row, infraction) => ({ ...transactionJson(row), ...(infraction ? { infraction } : {}) }),
    findTransactions: (filter) => find(core, filter, (id) => transaction(id) ?? byEndToEnd(id)),
    list: (filter, offset, limit) => listTransactions(listParts, filter, offset, limit),
  };
}
