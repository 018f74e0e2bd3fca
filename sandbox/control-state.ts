import type { ControlParts } from './control-parts.ts';
import type { PixTransaction } from './types.ts';
import { isoOf } from './world/rows.ts';
import { select } from './world/selection.ts';
import { DAY } from './world/timeline.ts';
import { reais } from './world/wire.ts';

const SHOWN = 20;

function pendingRow(row: PixTransaction, made: boolean, expiresAt: number | null) {
  return {
    id: row.id,
    clientReference: row.clientReference,
    virtualAccount: row.virtualAccount,
    type: row.type,
    amount: reais(row.amount),
    createdAt: row.createdAt,
    expiresAt: expiresAt === null ? null : isoOf(expiresAt),
    made,
  };
}

/** Pending charges, those created by API calls first; `made` is true for these. */
function pendingCharges({ world }: ControlParts) {
  const made = world.overlay.created.filter(
    ({ transaction }) => transaction.status === 'PENDING' && transaction.type === 'DEPOSIT',
  );
  const rows = made
    .slice(-SHOWN)
    .reverse()
    .map((entry) => pendingRow(entry.transaction, true, entry.due?.at ?? null));
  const next = world.calendar.firstAt(world.now() + 1);
  const traits = { statuses: new Set(['PENDING']), types: new Set(['DEPOSIT']) };
  const low = world.calendar.firstAt(world.now() - DAY);
  for (const index of select(world.slots, world.exceptions, traits, low, next).descend(0)) {
    if (rows.length >= SHOWN) break;
    const { createdAt, expiresIn } = world.timelines.of(index);
    rows.push(pendingRow(world.read(index), false, createdAt + expiresIn * 1000));
  }
  return { count: made.length, charges: rows };
}

function upcoming({ world, life }: ControlParts) {
  const dues = [...world.overlay.all()].flatMap(({ transaction, due, refunds }) => [
    ...(due ? [{ at: due.at, act: due.act, target: transaction.clientReference ?? transaction.id }] : []),
    ...refunds
      .filter((refund) => refund.dueAt !== null)
      .map((refund) => ({
        at: refund.dueAt ?? 0,
        act: 'refund',
        target: transaction.clientReference ?? transaction.id,
      })),
  ]);
  for (const dispute of life.disputes.all()) {
    if (dispute.due)
      dues.push({ at: dispute.due.at, act: `dispute ${dispute.due.status}`, target: dispute.id });
  }
  return dues
    .sort((a, b) => a.at - b.at)
    .slice(0, 10)
    .map((due) => ({ ...due, at: isoOf(due.at) }));
}

/** The current state, for the dashboard's Sandbox page and for tests. */
export function controlState(parts: ControlParts) {
  const { world, clock, account, faults, requests, log } = parts;
  const now = clock.now();
  return {
    clock: { now: isoOf(now), nowMs: now, speed: clock.speed(), stopped: clock.speed() === 0 },
    seed: world.options.seed,
    transactions: world.baseCount,
    days: world.options.days,
    anchor: isoOf(world.options.anchor),
    account: { ...account.state, dailyLimit: reais(account.state.dailyLimit) },
    faults: faults.list(),
    deliveries: parts.deliveries().control.state(),
    breaks: parts.breaks.all,
    pending: pendingCharges(parts),
    upcoming: upcoming(parts),
    counts: {
      transactions: world.calendar.firstAt(now + 1) + world.overlay.created.length,
      created: world.overlay.created.length,
      changed: world.overlay.changed.size,
      disputes: parts.life.disputes.count(),
    },
    log: log.last(100).map((entry) => ({ ...entry, at: isoOf(entry.at) })),
    requests: requests.counts(),
    ...Object.fromEntries(Object.entries(parts.others).map(([api, other]) => [api, other.state()])),
  };
}
