import { readFileSync } from 'node:fs';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { type AuditNote, type Ctx, Reply } from '#lib/api/context.ts';
import { CARD_KINDS } from '#lib/card/server/card-kinds.ts';
import { createCardCharge } from '#lib/card/server/create-card-charge.ts';
import {
  deactivateRecurrence,
  reactivateRecurrence,
  setRecurrenceAmount,
} from '#lib/card/server/recurrences.ts';
import { reverseCardCharge } from '#lib/card/server/reversal-operation.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import {
  createCharge,
  createCodePayment,
  createTransfer,
  createWithdrawal,
} from '#lib/payments/server/payment-operation.ts';
import { createPixKey, removePixKey, setDefaultPixKey } from '#lib/payments/server/pix-key-operation.ts';
import { createRefund } from '#lib/payments/server/refunds.ts';
import { type Bench, moneyAccounts } from '#lib/payments/server/testing/bench.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { type MoneyKind, nameOf, type Provider } from '../../../../scripts/faults/table.ts';

/** One intent of a kind: how its form requests it, and how often the provider did it. */
export type Intent = {
  make: (ctx: Ctx) => Promise<Reply>;
  /** `reference`: what its operation was sent under. */
  done: (reference: string) => Promise<number>;
};
/** `typed`: its reference is the operator's own, where it has one. */
type Maker = (world: FaultWorld, typed: boolean) => Promise<Intent>;
export type FaultWorld = {
  bench: Bench;
  accounts: Record<Provider, Account>;
  /** A call of an operator on the account, without a fault. */
  clean: (provider: Provider) => Ctx;
  /** Cents, others than the last ones; their two last digits are plain to the simulators. */
  amount: () => number;
  reference: () => string;
};

/** The bench's simulator with an account of each kind. */
export async function faultWorld(bench: Bench): Promise<FaultWorld> {
  const { simulator } = bench;
  const { card } = simulator;
  registerOperationKinds([...PAYMENT_KINDS, ...CARD_KINDS]);
  const [clientCert, clientKey, ca] = [card.clientCert, card.clientKey, card.ca].map((path) =>
    readFileSync(path, 'utf8'),
  ) as [string, string, string];
  await syncAccounts([
    ...moneyAccounts(simulator),
    {
      ...({ slug: 'card', kind: 'card', environment: 'sandbox', simulator: true } as const),
      baseUrl: card.baseUrl,
      settings: { controlUrl: simulator.controlUrl, cardEntry: 'true' },
      credentials: { clientId: card.clientId, clientSecret: card.clientSecret, clientCert, clientKey, ca },
    },
  ]);
  await simulator.control('state', {
    api: 'hub',
    rateLimits: false,
    quiet: true,
    dailyWithdrawLimit: null,
  });
  for (const amount of [4_000_000, 4_000_000]) await simulator.control('deposit', { api: 'hub', amount });
  const of = async (slug: string) => {
    const found = await accountBySlug(slug);
    if (found === null) throw new Error(`The account ${slug} is not there.`);
    return found;
  };
  const accounts = { pix: await of('pix'), hub: await of('hub'), card: await of('card') };
  let made = 0;
  return {
    bench,
    accounts,
    clean: (provider) => contextOn(bench, accounts[provider]),
    amount: () => {
      made += 1;
      return 2_050 + 100 * (made % 90);
    },
    reference: () => {
      made += 1;
      return `typed-${made}-${Date.now()}`;
    },
  };
}

function contextOn(bench: Bench, account: Account): Ctx {
  const ctx = bench.onHub();
  const auditEntry = (note: AuditNote) => ({ ...ctx.auditEntry(note), accountId: account.id });
  return { ...ctx, account, auditEntry, ...reachFor(portFor(account)) };
}

const KEY = { pixKey: 'ana@example.com', pixKeyType: 'email' } as const;
/** Static, without an amount: who pays names it. */
const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const payer = { name: 'Ana Souza', document: '123.456.789-09' };
const PART = 500;

const pixPaymentCount = (world: FaultWorld) => async (reference: string) =>
  (await world.bench.paymentsWith(reference)).length;

/** All of a Hub's list: those of one instant stand in no order. */
const hubPaymentCount = (path: string) => (world: FaultWorld) => async (reference: string) => {
  let found = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = (await world.bench.readHub(
      `${path}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    )) as {
      data: { externalRef: string | null }[];
      nextCursor: string | null;
    };
    found += page.data.filter(({ externalRef }) => externalRef === reference).length;
    cursor = page.nextCursor ?? null;
  }
  return found;
};

type Money = { amount: number; clientReference?: string };
type Referenced = (ctx: Ctx, money: Money) => Promise<Reply>;
const payment =
  (countOf: (world: FaultWorld) => Intent['done'], make: Referenced): Maker =>
  async (world, typed) => {
    const money = { amount: world.amount(), ...(typed ? { clientReference: world.reference() } : {}) };
    return { make: (ctx) => make(ctx, money), done: countOf(world) };
  };
const hubPayment = (list: string, make: Referenced) => payment(hubPaymentCount(list), make);

const charge: Referenced = (ctx, money) =>
  createCharge({ ctx, body: { ...money, ...(ctx.account.kind === 'hub' ? { payer } : {}) } });
const toKey: Referenced = (ctx, money) => createWithdrawal({ ctx, body: { ...KEY, ...money } });
const toCode: Referenced = (ctx, money) => createCodePayment({ ctx, body: { code: CODE, ...money } });
const transfer: Referenced = (ctx, money) =>
  createTransfer({
    ctx,
    body: { ...money, receiver: ctx.account.kind === 'hub' ? 'loja@example.com' : '654321' },
  });

const refundOf = (world: FaultWorld, provider: 'pix' | 'hub', id: string): Intent => ({
  make: (ctx) => createRefund({ ctx, id, body: { amount: PART } }),
  async done() {
    const state = await world.clean(provider).port.refunds?.state(id, {});
    return ((state?.refunded ?? 0) + (state?.inProgress ?? 0)) / PART;
  },
});

async function hubCharge(world: FaultWorld): Promise<string> {
  const reply = await charge(world.clean('hub'), { amount: world.amount() });
  const { payment: made } = resultOf(reply);
  const id = String(made?.id);
  await world.bench.simulator.control('pay', {
    api: 'hub',
    id: id.replace(/^payment:/, ''),
    outcome: 'paid',
  });
  return id;
}

type Result = Record<string, { id?: unknown; recurrenceId?: unknown } | undefined>;
function resultOf(reply: Reply): Result {
  if (!(reply instanceof Reply)) throw new Error('No reply.');
  return ((reply.value as { result?: Result }).result ?? {}) as Result;
}

const hubKeys = async (world: FaultWorld) => {
  const keys = await world.clean('hub').port.pixKeys?.list({});
  return (keys?.items ?? []).filter(({ status }) => status !== 'REMOVED');
};
const newKey = (ctx: Ctx) => createPixKey({ ctx, body: { type: 'EVP' } });
const MOST_KEYS = 5;
/** An account has a maximum of keys: removes earlier ones. */
async function freeKeySlots(world: FaultWorld): Promise<void> {
  const others = (await hubKeys(world)).filter(({ isDefault }) => isDefault !== true);
  for (const { id } of others.slice(MOST_KEYS)) await removePixKey({ ctx: world.clean('hub'), id });
}

const CARD = { number: '4111111111111111', holder: 'ANA SOUZA', expiration: '07/2031', cvv: '739' };
const cardCharge = (ctx: Ctx, externalId?: string, more: object = {}) =>
  createCardCharge({
    ctx,
    body: {
      ...(externalId === undefined ? {} : { externalId }),
      amount: 4_200,
      installments: 1,
      authenticate: false,
      card: CARD,
      customer: { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@exemplo.com.br' },
      cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2_100 }],
      ...more,
    },
  });
const cardOf = (world: FaultWorld) => {
  const { card } = world.clean('card').port;
  if (card === undefined) throw new Error('No card.');
  return card;
};
async function recurrence(world: FaultWorld): Promise<string> {
  const more = { recurrence: { interval: 'Monthly' } };
  const { charge: made } = resultOf(await cardCharge(world.clean('card'), world.reference(), more));
  return String(made?.recurrenceId);
}
const recurrenceNow = async (world: FaultWorld, id: string) => cardOf(world).recurrences.get(id, {});

const MAKERS: Record<string, Maker> = {
  'pix: charge': payment(pixPaymentCount, charge),
  'pix: withdrawal by key': payment(pixPaymentCount, toKey),
  'pix: withdrawal by QR code': payment(pixPaymentCount, toCode),
  'pix: internal transfer': payment(pixPaymentCount, transfer),
  'pix: refund': async (world) => refundOf(world, 'pix', await world.bench.paid(world.amount())),
  'hub: charge': hubPayment('/transactions/payment', charge),
  'hub: withdrawal by key': hubPayment('/transactions/withdraw', toKey),
  'hub: withdrawal by QR code': hubPayment('/transactions/withdraw', toCode),
  'hub: internal transfer': hubPayment('/transactions/internal-transfer', transfer),
  'hub: refund of a charge': async (world) => refundOf(world, 'hub', await hubCharge(world)),
  'hub: refund of a deposit': async (world) => {
    const made = await world.bench.simulator.control('deposit', { api: 'hub', amount: world.amount() });
    return refundOf(world, 'hub', `deposit:${String((made.deposit as { id: string }).id)}`);
  },
  'hub: new Pix key': async (world) => {
    await freeKeySlots(world);
    const before = (await hubKeys(world)).length;
    return { make: newKey, done: async () => (await hubKeys(world)).length - before };
  },
  'hub: default Pix key': async (world) => {
    await freeKeySlots(world);
    await newKey(world.clean('hub'));
    const id = (await hubKeys(world)).find(({ isDefault }) => isDefault !== true)?.id ?? '';
    return {
      make: (ctx) => setDefaultPixKey({ ctx, id }),
      done: async () =>
        (await hubKeys(world)).some((key) => key.id === id && key.isDefault === true) ? 1 : 0,
    };
  },
  'hub: removal of a Pix key': async (world) => {
    await freeKeySlots(world);
    const id = String(resultOf(await newKey(world.clean('hub'))).key?.id);
    return {
      make: (ctx) => removePixKey({ ctx, id }),
      done: async () => ((await hubKeys(world)).some((key) => key.id === id) ? 0 : 1),
    };
  },
  'card: charge': async (world, typed) => {
    const typedId = typed ? world.reference() : undefined;
    return {
      make: (ctx) => cardCharge(ctx, typedId),
      async done(reference) {
        const { items } = await cardOf(world).charges.list({}, { page: 1, limit: 100 }, {});
        return items.filter(({ externalId }) => externalId === reference).length;
      },
    };
  },
  'card: reversal': async (world) => {
    const id = String(resultOf(await cardCharge(world.clean('card'), world.reference())).charge?.id);
    return {
      make: (ctx) => reverseCardCharge({ ctx, id, body: { amount: PART } }),
      done: async () => ((await cardOf(world).charges.get(id, {})).refundedAmount ?? 0) / PART,
    };
  },
  'card: amount of a recurrence': async (world) => {
    const id = await recurrence(world);
    return {
      make: (ctx) => setRecurrenceAmount({ ctx, id, amount: 5_100 }),
      done: async () => ((await recurrenceNow(world, id)).amount === 5_100 ? 1 : 0),
    };
  },
  'card: end of a recurrence': async (world) => {
    const id = await recurrence(world);
    return {
      make: (ctx) => deactivateRecurrence({ ctx, id }),
      done: async () => ((await recurrenceNow(world, id)).status === 'INACTIVE' ? 1 : 0),
    };
  },
  'card: return of a recurrence': async (world) => {
    const id = await recurrence(world);
    await deactivateRecurrence({ ctx: world.clean('card'), id });
    return {
      make: (ctx) => reactivateRecurrence({ ctx, id }),
      done: async () => ((await recurrenceNow(world, id)).status === 'ACTIVE' ? 1 : 0),
    };
  },
};

export function intentOf(world: FaultWorld, kind: MoneyKind, typed: boolean): Promise<Intent> {
  const make = MAKERS[nameOf(kind)];
  if (make === undefined) throw new Error(`Nobody says how to ask for ${nameOf(kind)}.`);
  return make(world, typed);
}
