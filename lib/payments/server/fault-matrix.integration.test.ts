import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { AccountMonitor, monitorOf } from '#lib/core/http/health.ts';
import { createTransport, type HttpRequest, type Transport } from '#lib/core/http/request.ts';
import { db } from '#lib/data/client.ts';
import { updateDatabaseClock } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import {
  type FaultWorld,
  faultWorld,
  type Intent,
  intentOf,
} from '#lib/payments/server/testing/fault-kinds.ts';
import { watchedPort } from '#lib/providers/registry.ts';
import { FULL } from '../../../e2e/support/full.ts';
import { type Gate, startGate } from '../../../scripts/faults/gate.ts';
import {
  type Act,
  FAULTS,
  type FaultRow,
  firstOf,
  isReferenced,
  KINDS,
  type MoneyKind,
  nameOf,
  pairs,
} from '../../../scripts/faults/table.ts';

/**
 * Every form that moves money × every fault: done at most once, never lost, and reported as it is. `npm test`
 * meets each fault with one form of each provider, on PostgreSQL; `npm run test:full` and `npm run faults`
 * with every form, on both.
 */
const HOUR_MS = 3_600_000;
const TYPED = /clock|a 200 that names|twice/;

const bench = withMoney({ transactions: 100 });
let world: FaultWorld;
let gate: Gate;
beforeAll(async () => {
  world = await faultWorld(bench());
  // Their clock is the one that the tests set.
  const monitors = Object.values(world.accounts).map(
    ({ id }) => [id, new AccountMonitor(() => Date.now())] as const,
  );
  Object.assign(globalThis, { guicheMonitors: new Map(monitors) });
  const { simulator } = bench();
  const { card } = simulator;
  const tls = { cert: pem(card.clientCert), key: pem(card.clientKey), ca: pem(card.ca) };
  gate = await startGate({
    targets: {
      pix: { origin: new URL(simulator.pix.baseUrl).origin },
      hub: { origin: new URL(simulator.hub.baseUrl).origin },
      card: { origin: new URL(card.baseUrl).origin, tls },
    },
    now,
    async endTokens(api) {
      await simulator.control('state', { api, revokeTokens: true });
      await simulator.control('time', { advanceMs: 1_000 });
    },
    limitMs: settings().timeLimits.change,
  });
});
afterAll(() => gate?.stop());
afterEach(() => {
  vi.useRealTimers();
  // In the product the sign of life reads the database's clock again within 2 s; here nobody does.
  updateDatabaseClock(Date.now(), Date.now());
  gate.clear();
});

const pem = (path: string) => readFileSync(path, 'utf8');
const now = async () => ((await bench().simulator.control('state')).clock as { nowMs: number }).nowMs;

/** A call whose changing part goes by the gate, or meets what no server can do. */
function throughFault(kind: MoneyKind, { does }: Pick<Act, 'does'>): Ctx {
  const ctx = world.clean(kind.provider);
  const monitor = new AccountMonitor();
  // Its clock is the account's; its faults are nobody's.
  monitor.recordClock = (ms) => monitorOf(ctx.account.id).recordClock(ms);
  const watch =
    (transport: Transport): Transport =>
    (request) => {
      // Decoding a code is written as a change, and changes nothing.
      if (request.purpose !== 'change' || request.url.endsWith('/qrcode/read')) return transport(request);
      if (does === 'refuse-connection') return transport(moved(request, 'http://127.0.0.1:1'));
      if (does === 'wrong-certificate') return withWrongCertificate(kind, request, transport);
      return transport(moved(request, `${gate.origin}/${kind.provider}`));
    };
  return { ...ctx, port: watchedPort(ctx.account, { monitor, watch }) };
}

function moved(request: HttpRequest, to: string): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return { ...request, url: `${to}${pathname}${search}` };
}

/** A server whose certificate nobody vouches for; for the card, a certificate of ours that is not the account's. */
async function withWrongCertificate(kind: MoneyKind, request: HttpRequest, transport: Transport) {
  const { card } = bench().simulator;
  if (kind.provider !== 'card') return transport(moved(request, new URL(card.baseUrl).origin));
  const { card: state } = (await bench().simulator.control('state')) as {
    card: { certificates: { tests: { foreign: { certificate: string; key: string } } } };
  };
  const { certificate, key } = state.certificates.tests.foreign;
  const tls = { cert: pem(certificate), key: pem(key), ca: pem(card.ca) };
  return createTransport(settings().timeLimits, { tls })(request);
}

const expectProblem = (error: unknown) => expect(error).toBeInstanceOf(GuicheError);

/** Requests it under the fault, and returns its operation as it is when the form has its answer. */
async function requestUnderFault(intent: Intent, kind: MoneyKind, { act }: FaultRow): Promise<OperationRow> {
  const before = await ids();
  if (act.does === 'clock') await shiftClock(act.hours);
  const second = vi.fn();
  const again = () => intent.make(throughFault(kind, act)).then(() => undefined, second);
  const takeOver = () => recoverOperations({ everything: true });
  gate.arm({ act, meanwhile: act.does === 'twice' ? again : takeOver });
  await intent.make(throughFault(kind, act)).catch(expectProblem);
  expect(second.mock.calls.length, 'the second is refused').toBe(act.does === 'twice' ? 1 : 0);
  const made = [...(await ids())].filter((id) => !before.has(id));
  expect(made, 'one intent, one operation').toHaveLength(1);
  const row = await rowOf(made[0] ?? '');
  expect(row.kind).toBe(kind.operation);
  return act.does === 'die' ? orphaned(row) : row;
}

const ids = async () =>
  new Set((await db().select({ id: operations.id }).from(operations)).map(({ id }) => id));

/** As the process left it that died; two others take it up. */
async function orphaned({ id }: OperationRow): Promise<OperationRow> {
  const columns = { state: 'sent', problem: null, nextLookUpAt: null };
  await db().update(operations).set(columns).where(eq(operations.id, id));
  await Promise.all([1, 2].map(() => recoverOperations({ everything: true })));
  return rowOf(id);
}

/** The difference between the two clocks leaps: the product last saw the provider's before. */
async function shiftClock(hours: 1 | -1): Promise<void> {
  if (hours === 1) await bench().simulator.control('time', { advanceMs: HOUR_MS });
  else vi.useFakeTimers({ toFake: ['Date'], now: (await now()) + HOUR_MS });
}

const stateLabel = ({ state, reason }: OperationRow) =>
  state === 'rejected' ? `rejected (${reason})` : state;
const takesEffect = (act: Act) => ('applied' in act ? act.applied : act.does === 'end-tokens');

async function meet(kind: MoneyKind, fault: FaultRow, typed: boolean): Promise<void> {
  const { act } = fault;
  // So many tokens are ended here in a minute that a port of its own would request no others.
  Object.assign(globalThis, { guichePorts: new Map() });
  const intent = await intentOf(world, kind, typed);
  if (act.does === 'lie' && !act.applied) await answerOnce(kind);
  gate.clear();
  const row = await requestUnderFault(intent, kind, fault);
  const sent = gate.arrived();
  const done = () => intent.done(row.clientReference ?? '');
  // A payment reported as confirmed at once must be at the provider.
  const doneFirst = await done();
  if (row.state !== 'confirmed' || doneFirst !== 1)
    expect([firstOf(fault, kind), fault.or?.[kind.provider]]).toContain(stateLabel(row));
  const end = await endOf(row);
  expect(['confirmed', 'rejected'], 'it has its end').toContain(end.state);
  expect(await done(), `told as ${stateLabel(end)}`).toBe(end.state === 'confirmed' ? 1 : 0);
  if (takesEffect(act)) expect(end.state, 'none is lost').toBe('confirmed');
  const renewed = act.does === 'end-tokens' || (act.does === 'status' && act.status === 401);
  expect(sent, 'sent once').toBeLessThanOrEqual(renewed ? 2 : 1);
}

/** Looked up until its end is known; an hour of finding nothing goes by at once. */
async function endOf(row: OperationRow): Promise<OperationRow> {
  const soon = row.state === 'unknown' ? await resolve(row.id, 2) : row;
  if (soon.state !== 'unknown') return soon;
  await longAbsent(row.id);
  return resolve(row.id, 3);
}

/** Records the material of a lie: a good answer to another payment of the kind. */
async function answerOnce(kind: MoneyKind): Promise<void> {
  const act: Act = { does: 'take-over', applied: true };
  const other = await intentOf(world, kind, false);
  gate.arm({ act });
  await other.make(throughFault(kind, act));
}

const all = pairs({ whole: FULL });
describe('the table', () => {
  test('names nothing twice', () => {
    expect(new Set(KINDS.map(nameOf)).size).toBe(KINDS.length);
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  });
});

describe.each(KINDS.map((kind) => [nameOf(kind), kind] as const))('%s', (_, kind) => {
  const its = all.filter((pair) => pair.kind === kind).map(({ fault }) => [fault.name, fault] as const);
  test.each(its)('%s', async (name, fault) => {
    // A reference of the operator's own is judged more strictly than one made here.
    if (fault.act.does !== 'twice' || !isReferenced(kind)) await meet(kind, fault, false);
    if (isReferenced(kind) && (FULL || TYPED.test(name))) await meet(kind, fault, true);
  });
});
