import { compareOrders, matchOrders } from '#lib/closings/match-orders.ts';
import {
  comparePayment,
  type DayFacts,
  type Group,
  noLines,
  roleOf,
} from '#lib/closings/reconcile-payments.ts';
import {
  beforeFee,
  type Difference,
  difference,
  type Line,
  lineSide,
  type Operation,
  type Payment,
  paymentSide,
  unitsIn,
  type World,
} from '#lib/closings/world.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { typeReading } from '#lib/statement/readings.ts';

/**
 * Every difference of a day, each found by the rule of its cause. Pure: the same records give the same
 * differences in the same order, and books that are whole give none but those that explain themselves.
 */
export function reconcile(world: World): Difference[] {
  const { groups, alone } = groupsOf(world);
  const facts: DayFacts = { day: world.day, feesPosted: areFeesPosted(world.lines) };
  const operations = compareOperations(world, groups);
  const byOperation = new Set(operations.map(({ transactionId }) => transactionId));
  const ofPayments = [...groups.values()].flatMap((group) => comparePayment(group, facts));
  return numbered([
    ...balanceGaps(world.lines),
    ...alone.flatMap(lineAlone),
    // The operation names the same missing line, and who asked for it.
    ...ofPayments.filter(({ cause, reason, transactionId }) => {
      const isMissing = cause === 'transaction_without_line' || reason === 'line_missing';
      return !isMissing || !byOperation.has(transactionId);
    }),
    ...disputeLines(world),
    ...operations,
    ...undeliveredNotices(world, groups),
    ...(world.orders === null ? [] : compareOrders(matchOrders(world.orders, receivedPayments(groups)))),
  ]);
}

/** Two orders may have one reference: the second one's difference gets an id of its own. */
function numbered(differences: readonly Difference[]): Difference[] {
  const seen = new Map<string, number>();
  return differences.map((one) => {
    const count = (seen.get(one.id) ?? 0) + 1;
    seen.set(one.id, count);
    return count === 1 ? one : { ...one, id: `${one.id}-${count}` };
  });
}

/** The lines of each transaction, and the lines of none. */
function groupsOf({ lines, payments }: World): { groups: Map<string, Group>; alone: Line[] } {
  const groups = new Map<string, Group>();
  const byEndToEnd = new Map<string, Group>();
  for (const payment of payments) {
    const group: Group = { payment, lines: noLines() };
    groups.set(payment.id, group);
    if (payment.endToEndId !== null) byEndToEnd.set(payment.endToEndId, group);
  }
  const alone: Line[] = [];
  for (const line of lines) {
    if (!line.available) continue;
    const role = roleOf(line);
    const group =
      (line.transactionId === null ? undefined : groups.get(line.transactionId)) ??
      (line.endToEndId === null ? undefined : byEndToEnd.get(line.endToEndId));
    if (group !== undefined) group.lines[role].push(line);
    else if (role !== 'dispute') alone.push(line);
  }
  return { groups, alone };
}

/** Payments whose money arrived on this day. */
const receivedPayments = (groups: ReadonlyMap<string, Group>): Payment[] =>
  [...groups.values()]
    .filter(({ payment, lines }) => payment.side !== 'out' && lines.main.some(({ side }) => side !== 'out'))
    .map(({ payment }) => payment);

export const paymentsReceived = (world: World): Payment[] => receivedPayments(groupsOf(world).groups);

const areFeesPosted = (lines: readonly Line[]): boolean =>
  lines.some(
    (line) =>
      (line.transactionId !== null && roleOf(line) === 'fee') || (line.fee !== null && line.fee !== 0),
  );

/** Words of transfers that the provider makes by itself. */
const SWEEP = /(?:^|_)AUTO(?:MATIC|MATICO)?_|SWEEP|VARREDURA/i;

/** A line of no transaction: the provider's own move, or a line whose transaction is missing. */
function lineAlone(line: Line): Difference[] {
  const { type } = line;
  const units = unitsIn(line.amount, line.exact);
  const base = { left: null, right: lineSide(line), units, transactionId: line.transactionId };
  const move = (reason: 'sweep' | 'adjustment' | 'unknown_word') =>
    difference({ ...base, cause: 'provider_move', reason, resolved: reason !== 'unknown_word' });
  if (line.transactionId !== null) return [difference({ ...base, cause: 'line_without_transaction' })];
  if (SWEEP.test(type)) return [move('sweep')];
  const reading = type === '' ? null : typeReading(type);
  // A fee of no transaction is one of the account: by the month, or for a service.
  if (reading === 'ADJUSTMENT' || reading === 'FEE') return [move('adjustment')];
  return [
    reading === null ? move('unknown_word') : difference({ ...base, cause: 'line_without_transaction' }),
  ];
}

/** Places where the balance before a line is not the balance after the line before it. */
function balanceGaps(lines: readonly Line[]): Difference[] {
  const found: Difference[] = [];
  let last: Line | null = null;
  for (const line of chained(lines)) {
    const { balanceBefore, balanceAfter, amount, exact } = line;
    if (last !== null && balanceBefore !== null && last.balanceAfter !== balanceBefore)
      found.push(gap(last, line, balanceBefore - (last.balanceAfter ?? 0)));
    else if (balanceBefore !== null && balanceAfter !== null && amount !== null && exact === null) {
      const off = balanceAfter - balanceBefore - amount;
      if (off !== 0) found.push(gap(null, line, off));
    }
    last = line;
  }
  return found;
}

/** `before` null: the line's own balances do not fit its amount. */
const gap = (before: Line | null, line: Line, cents: number): Difference =>
  difference({
    cause: 'balance_gap',
    left: before === null ? null : { ...lineSide(before), amount: { cents: before.balanceAfter ?? 0 } },
    right: { ...lineSide(line), amount: { cents: line.balanceBefore ?? 0 } },
    units: unitsIn(cents),
    transactionId: line.transactionId,
  });

/** Lines of the available balance, oldest first. Those of the same instant follow one another's balances. */
export function chained(lines: readonly Line[]): Line[] {
  const known = lines.filter((line) => line.available && line.balanceAfter !== null);
  const byTime = [...Map.groupBy(known, ({ postedAt }) => Date.parse(postedAt))].sort(([a], [b]) => a - b);
  const ordered: Line[] = [];
  for (const [, tied] of byTime) {
    tied.sort((a, b) => b.place - a.place);
    ordered.push(...(tied.length === 1 ? tied : inChain(tied, ordered.at(-1)?.balanceAfter ?? null)));
  }
  return ordered;
}

/** Lines of one instant, each from a balance to the next: a path over all of them, if there is one. */
function inChain(tied: readonly Line[], opening: number | null): Line[] {
  const byBefore = Map.groupBy([...tied].reverse(), ({ balanceBefore }) => balanceBefore);
  const afters = new Set(tied.map(({ balanceAfter }) => balanceAfter));
  const first = tied.find(({ balanceBefore }) => !afters.has(balanceBefore)) ?? tied[0];
  const start = byBefore.has(opening) ? opening : (first?.balanceBefore ?? null);
  const open: { balance: number | null; line: Line | null }[] = [{ balance: start, line: null }];
  const path: Line[] = [];
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const line = byBefore.get(at.balance)?.pop();
    if (line !== undefined) {
      open.push({ balance: line.balanceAfter, line });
      continue;
    }
    open.pop();
    if (at.line !== null) path.push(at.line);
  }
  path.reverse();
  const joined = new Set(path);
  const chain = [...path, ...tied.filter((line) => !joined.has(line))];
  // Where a balance jumps there is no such path: the provider's order counts unless it jumps more often.
  return jumpsIn(chain, opening) < jumpsIn(tied, opening) ? chain : [...tied];
}

const jumpsIn = (lines: readonly Line[], opening: number | null): number =>
  lines.filter(({ balanceBefore }, at) => {
    const before = at === 0 ? opening : (lines[at - 1]?.balanceAfter ?? null);
    return before !== null && before !== balanceBefore;
  }).length;

/** Blocks, releases and settlements of one dispute that do not join. */
function disputeLines({ lines, blockedBefore }: World): Difference[] {
  const disputes = Map.groupBy(
    lines.filter((line) => roleOf(line) === 'dispute'),
    ({ disputeId, transactionId, id }) => disputeId ?? transactionId ?? id,
  );
  return [...disputes].flatMap(([dispute, own]) => compareDispute(own, blockedBefore.has(dispute)));
}

function compareDispute(lines: readonly Line[], isBlockedBefore: boolean): Difference[] {
  const released = lines.filter(({ available, amount }) => available && (amount ?? 0) > 0);
  const settled = lines.filter((line) => /SETTLE|LIQUID/i.test(line.type) && !released.includes(line));
  const blocked = lines.filter(({ available, amount }) => available && (amount ?? 0) < 0);
  const size = (some: readonly Line[]) => {
    const units = some.reduce((sum, line) => sum + beforeFee(line), 0n);
    return units < 0n ? -units : units;
  };
  const [end] = [...released, ...settled];
  // Document 2's settlement has no amount of its own.
  if (end === undefined || settled.some(({ amount }) => amount === null)) return [];
  const [block] = blocked;
  const units = size(released) + size(settled);
  const base = {
    cause: 'dispute_unjoined',
    left: block === undefined ? null : lineSide(block),
    right: lineSide(end),
    transactionId: end.transactionId,
  } as const;
  if (released.length + settled.length > 1 && (block === undefined || units > size(blocked)))
    return [difference({ ...base, reason: 'end_twice', units: units - size([end]) })];
  if (block === undefined)
    return isBlockedBefore || end.disputeId === null
      ? []
      : [difference({ ...base, reason: 'block_missing', units })];
  if (isBlockedBefore || units === size(blocked)) return [];
  return [difference({ ...base, reason: 'amount', units: units - size(blocked) })];
}

/** Operations of Guichê whose end is unknown, or that the statement does not show. */
function compareOperations({ day, operations }: World, groups: ReadonlyMap<string, Group>): Difference[] {
  return operations.flatMap((operation) => {
    const { id, kind, amount, at, paymentId, state } = operation;
    const group = paymentId === null ? undefined : groups.get(paymentId);
    const left = { kind: 'operation', id, amount: signed(operation), at, word: state } as const;
    const right = group === undefined ? null : paymentSide(group.payment);
    const base = { cause: 'operation_open', left, right, units: unitsIn(amount) } as const;
    const transactionId = paymentId;
    if (state === 'open') return [difference({ ...base, reason: 'unknown_end', transactionId })];
    if (saoPauloDay(at) !== day || isShown(kind, group)) return [];
    return [difference({ ...base, reason: 'line_missing', transactionId })];
  });
}

const signed = ({ amount }: Operation) => (amount === null ? null : { cents: -amount });

/** A payment that never moved, is not over yet, or is posted on another day needs no line. */
function isShown(kind: Operation['kind'], group: Group | undefined): boolean {
  if (group === undefined) return false;
  const { payment, lines } = group;
  if (kind === 'refund') return lines.refund.length > 0 || payment.state === 'returning';
  if (lines.main.length > 0 || payment.postedDay !== null) return true;
  return payment.state !== 'done' && payment.state !== 'partly';
}

/** Payments of the day whose notice was never delivered. */
function undeliveredNotices({ failedNotices }: World, groups: ReadonlyMap<string, Group>): Difference[] {
  return failedNotices.flatMap(({ transactionId, event, at }) => {
    const group = groups.get(transactionId);
    if (group === undefined || !group.lines.main.some(({ side }) => side !== 'out')) return [];
    const { payment } = group;
    return [
      difference({
        cause: 'notice_undelivered',
        left: paymentSide(payment),
        right: { kind: 'notice', id: transactionId, amount: null, at, word: event },
        units: unitsIn(payment.amount, payment.exact),
        transactionId,
      }),
    ];
  });
}
