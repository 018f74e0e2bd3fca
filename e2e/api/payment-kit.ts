import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { test as base, expect, type Problem, type Raw } from './provider.ts';

export const PIX = '/api/accounts/pix';
export const HUB = '/api/accounts/hub';
/** Nobody but this test: amounts are told apart by it. */
let made = 0;
export const nextAmount = () => {
  made += 1;
  return 2_050 + made * 100;
};

export type Payment = {
  id: string;
  status: string;
  amount: number;
  clientReference: string | null;
  generatedName: string | null;
  generatedDocument: string | null;
  qrCodeText: string | null;
};
export type Answer = {
  operation: { id: string; kind: string; state: string };
  result?: { payment?: Payment; refund?: { refundable: number | null }; key?: { id: string } };
};

type Fixtures = {
  /** Records that the Pix account's provider holds under a reference. */
  held: (clientReference: string) => Promise<Raw[]>;
  /** A charge that was paid; cents. */
  paid: (amount: number) => Promise<string>;
  /** A withdrawal that finance asked for and that waits for another person; its operation. */
  waiting: () => Promise<string>;
};

/** To whom the withdrawals go that wait. */
export const RECEIVER = { pixKey: 'contato@transportes-ipe.example', pixKeyType: 'email' };

/** Asks for a withdrawal above 10.00, which waits where that is the limit; its operation. */
export async function askFor(request: APIRequestContext): Promise<string> {
  const data = { ...RECEIVER, amount: nextAmount() };
  const { operation } = await answerOf(await change(request, 'post', `${PIX}/withdrawals`, data), 202);
  expect(operation.state).toBe('awaiting_approval');
  return operation.id;
}

/** Short limits, so that silence is told soon. */
export const test = base.extend<Fixtures, object>({
  more: [
    async ({ playwright: _ }, use) =>
      use({
        simulator: { transactions: 1_000 },
        env: { GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
      }),
    { scope: 'worker' },
  ],
  held: async ({ provider }, use) =>
    use(async (clientReference) => (await provider.list({ clientReference })).transactions),
  paid: async ({ provider, control }, use) =>
    use(async (amount) => {
      const { id } = await provider.create({ amount: amount / 100, expiresIn: 3600 });
      await control('/pay', { transactionId: id });
      return id;
    }),
  waiting: async ({ api, sql }, use) => {
    const request = await api('finance');
    await approvalAbove(sql, request, 1_000);
    await use(() => askFor(request));
    await approvalAbove(sql, request, null);
  },
});
export { expect };

/** An operation whose answer was lost eight days ago: nobody looks for it any more. */
export async function lookedForToTheEnd(
  sql: (statement: string, values?: unknown[]) => Promise<unknown>,
  operation: string,
): Promise<void> {
  const long = `now() - interval '8 days'`;
  await sql(
    `update operations set sent_at = ${long}, last_sent_at = ${long}, looked_up_at = ${long}, next_look_up_at = null
      where id = $1`,
    [operation],
  );
}

type Method = 'post' | 'put' | 'delete';

/** A changing call with a key of its own; the same key is the same intent. */
export const change = (
  request: APIRequestContext,
  method: Method,
  address: string,
  data?: object,
  key: string = randomUUID(),
) => request[method](address, { headers: { 'idempotency-key': key }, ...(data ? { data } : {}) });

export async function answerOf(answer: APIResponse, status: number): Promise<Answer> {
  const text = await answer.text();
  expect(answer.status(), text.slice(0, 500)).toBe(status);
  return JSON.parse(text) as Answer;
}

type Told = {
  existing?: Record<string, unknown>;
  operationId?: string;
  fields?: { field: string; message: string }[];
};

export async function problemOf(answer: APIResponse, status: number, code: string): Promise<Problem & Told> {
  const text = await answer.text();
  expect(answer.status(), text.slice(0, 500)).toBe(status);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(text) as Problem & Told;
  expect(problem.code, text.slice(0, 500)).toBe(code);
  return problem;
}

/** The operation as it stands, once its end is known. */
export async function ended(request: APIRequestContext, account: string, id: string) {
  const read = async () => (await (await request.get(`${account}/operations/${id}`)).json()).operation;
  await expect
    .poll(async () => (await read()).state, { timeout: 30_000 })
    .toMatch(/confirmed|rejected|declined|expired/);
  return read();
}

type Sql = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/**
 * Every proof of this operator, whose calls `request` makes, is too old; gives what makes them fresh again. Both wait
 * until the product, which remembers sessions for 5 s, knows.
 */
export async function withoutProof(
  sql: Sql,
  request: APIRequestContext,
  operatorId: string,
): Promise<() => Promise<void>> {
  const code = async () =>
    (await (await change(request, 'post', `${PIX}/operations/op_none/approve`)).json()).code;
  const set = async (at: string, told: string) => {
    await sql(`update sessions set proved_at = ${at} where operator_id = $1`, [operatorId]);
    await expect.poll(code, { timeout: 15_000 }).toBe(told);
  };
  await set(`now() - interval '11 minutes'`, 'step_up_required');
  return () => set('now()', 'not_found');
}

/** Sets the approval limit (cents; null: none). Waits until the product's 5 s cache of accounts has it. */
export async function approvalAbove(sql: Sql, request: APIRequestContext, cents: number | null) {
  const settings =
    cents === null ? `settings - 'approvalAbove'` : `settings || '{"approvalAbove":"${cents}"}'`;
  await sql(`update accounts set settings = ${settings} where slug = 'pix'`);
  const rule = async () => (await (await request.get(`${PIX}/payment-rules`)).json()).approvalAbove;
  await expect.poll(rule, { timeout: 15_000 }).toBe(cents);
}
