import { randomUUID } from 'node:crypto';
import { jsonOf, until } from './answers.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { Sql } from './product.ts';

export const PIX = '/api/accounts/pix';
export const HUB = '/api/accounts/hub';

let amounts = 0;
/** An amount (cents) that no other test of this file has. */
export const nextAmount = () => {
  amounts += 1;
  return 2_050 + amounts * 100;
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

/** Receiver of the withdrawals that wait for approval. */
export const RECEIVER = { pixKey: 'contato@transportes-ipe.example', pixKeyType: 'email' };

type Method = 'post' | 'put' | 'patch' | 'delete';

/** A changing call with its own idempotency key; the same key is the same intent. */
export const change = (
  request: ApiClient,
  method: Method,
  address: string,
  data?: object,
  key: string = randomUUID(),
): Promise<ApiAnswer> =>
  request[method](address, { headers: { 'idempotency-key': key }, ...(data ? { data } : {}) });

export const answerOf = (answer: ApiAnswer, status: number) => jsonOf<Answer>(answer, status);

/** Requests a withdrawal above 10.00, which waits where that is the limit; its operation. */
export async function requestWaiting(request: ApiClient): Promise<string> {
  const data = { ...RECEIVER, amount: nextAmount() };
  const { operation } = await answerOf(await change(request, 'post', `${PIX}/withdrawals`, data), 202);
  if (operation.state !== 'awaiting_approval') throw new Error(`The withdrawal is ${operation.state}.`);
  return operation.id;
}

/** An operation whose answer was lost eight days ago: look-ups have ended. */
export async function endLookUps(sql: Sql, operation: string): Promise<void> {
  const long = `now() - interval '8 days'`;
  await sql(
    `update operations set sent_at = ${long}, last_sent_at = ${long}, looked_up_at = ${long}, next_look_up_at = null
      where id = $1`,
    [operation],
  );
}

/** The operation, once its end is known. */
export async function ended(request: ApiClient, account: string, id: string) {
  const read = async () => (await (await request.get(`${account}/operations/${id}`)).json()).operation;
  return until(read, ({ state }) => /^(confirmed|rejected|declined|expired)$/.test(state));
}

/**
 * Makes every proof of this operator, whose calls `request` makes, too old; the returned function makes them fresh.
 * Both wait until the product, which caches sessions for 5 s, knows.
 */
export async function withoutProof(
  sql: Sql,
  request: ApiClient,
  operatorId: string,
): Promise<() => Promise<void>> {
  const code = async (): Promise<string> =>
    (await (await change(request, 'post', `${PIX}/operations/op_none/approve`)).json()).code;
  const set = async (at: string, expected: string) => {
    await sql(`update sessions set proved_at = ${at} where operator_id = $1`, [operatorId]);
    await until(code, (value) => value === expected, 15_000);
  };
  await set(`now() - interval '11 minutes'`, 'step_up_required');
  return () => set('now()', 'not_found');
}

/** Sets the approval limit (cents; null: none). Waits until the product's 5 s cache of accounts has it. */
export async function approvalAbove(sql: Sql, request: ApiClient, cents: number | null): Promise<void> {
  const settings =
    cents === null ? `settings - 'approvalAbove'` : `settings || '{"approvalAbove":"${cents}"}'`;
  await sql(`update accounts set settings = ${settings} where slug = 'pix'`);
  const rule = async () => (await (await request.get(`${PIX}/payment-rules`)).json()).approvalAbove;
  await until(rule, (value) => value === cents, 15_000);
}
