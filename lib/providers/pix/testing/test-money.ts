import { expect } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { NO_BUDGET } from '#lib/providers/client/adapter-deps.ts';
import { createPixAdapter, type PixAdapterOptions } from '#lib/providers/pix/adapter.ts';
import type { MoneyMembers } from '#lib/providers/pix/testing/test-provider.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import type { Change, Outcome } from '#lib/providers/port.ts';

export const DIALECTS = ['plain', 'nested', 'sparse', 'wrapped', 'lean'] as const;

/** The adapter's members of money over a simulator of their own that speaks `dialect`. */
export async function moneyBench(dialect: string, extra: Partial<PixAdapterOptions> = {}) {
  const simulator = await startTestSimulator();
  await simulator.control('state', { dialect });
  return { ...actsOn(simulator), simulator, port: connect(simulator, extra) };
}
export type MoneyBench = Awaited<ReturnType<typeof moneyBench>>;

function connect({ pix }: TestSimulator, extra: Partial<PixAdapterOptions> = {}): MoneyMembers {
  return createPixAdapter({
    account: { id: 'acc-money', slug: 'pix', simulator: true },
    baseUrl: pix.baseUrl,
    token: new Secret(pix.accessToken),
    timeouts: { connect: 5_000, read: 20_000, change: 20_000, export: 20_000, token: 5_000 },
    monitor: new AccountMonitor(),
    budgetOf: () => NO_BUDGET,
    ...extra,
  }) as MoneyMembers;
}

function actsOn(simulator: TestSimulator) {
  const port = connect(simulator);
  const sendings = { times: 0 };
  const change = (): Change => ({
    sending: async () => {
      sendings.times += 1;
    },
  });
  const references = { next: 0 };
  const reference = () => {
    references.next += 1;
    return `ref-${references.next}`;
  };
  const chargeOf = async (amount: number, extra: object = {}) =>
    done(await port.charges.create({ amount, clientReference: reference(), ...extra }, change()));
  return {
    sendings,
    change,
    reference,
    chargeOf,
    async paid(amount: number) {
      const charge = await chargeOf(amount);
      await simulator.control('pay', { id: charge.id });
      return charge;
    },
    nowMs: async () => ((await simulator.control('state')).clock as { nowMs: number }).nowMs,
    pass: (advanceMs: number) => simulator.control('time', { advanceMs }),
  };
}

export function done<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'done') throw new Error(`${outcome.kind}: ${outcome.error.message}`);
  expect(outcome.date).toMatch(/^\d{4}-.*Z$/);
  return outcome.value;
}

/** A refusal as the port reports it, with the fields it names. */
export const refusal = (code: string, fields?: object[]) => ({
  kind: 'refused',
  sent: true,
  error: { details: { provider: { code }, ...(fields === undefined ? {} : { fields }) } },
});
