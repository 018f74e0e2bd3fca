import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, request } from '@playwright/test';
import type { Product } from '../../../../e2e/support/product.ts';
import { signIn } from '../../../../e2e/support/sign-in.ts';

/** An answer that the product gave: from then on it may not forget the operation. */
export type ReportedOutcome = { operation: string; state: string };

const AT_ONCE = 3;
let made = 0;

/** Somebody of finance, signed in just now. */
export async function operatorOf(product: Product): Promise<APIRequestContext> {
  const context = await request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { origin: product.url },
    timeout: 20_000,
  });
  await signIn(context, product, 'finance');
  return context;
}

/** Charges and withdrawals, one after the other, some at once for each operator; until `end`, or until nobody answers. */
export function underLoad(
  operators: APIRequestContext[],
  reported: ReportedOutcome[],
): { end: () => Promise<void> } {
  let on = true;
  const work = async (operator: APIRequestContext, charges: boolean) => {
    while (on) {
      made += 1;
      // Others than the last ones, and not so large that the account is empty soon.
      const amount = 2_050 + 100 * (made % 150);
      const data = charges ? { amount } : { amount, pixKey: 'ana@example.com', pixKeyType: 'email' };
      const path = `/api/accounts/pix/${charges ? 'charges' : 'withdrawals'}`;
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await operator.post(path, { data, headers }).catch(() => null);
      if (answer === null) return;
      const body = (await answer.json().catch(() => null)) as {
        operation?: { id: string; state: string };
      } | null;
      if (answer.ok() && body?.operation !== undefined)
        reported.push({ operation: body.operation.id, state: body.operation.state });
    }
  };
  const workers = operators.flatMap((operator) =>
    Array.from({ length: AT_ONCE }, (_, at) => work(operator, at === 0)),
  );
  return {
    async end() {
      on = false;
      await Promise.all(workers);
      await Promise.all(operators.map((operator) => operator.dispose()));
    },
  };
}

type Answered = { operation?: { id: string; state: string }; operationId?: string; code?: string };
/** Calls whose answer reported nothing of their operation, by status; 0 where no answer came. */
export type Repeats = Record<number, number>;

/**
 * So many withdrawals of amounts of their own, some at once, each repeated with its own key until it is
 * answered by its operation, as the page does. `passed` receives how many are answered; `password`: once the
 * proof of identity is too old. Never by another sign-in: that ends the session which the calls under way
 * belong to.
 */
export async function sendAll(
  operator: APIRequestContext,
  {
    count,
    atOnce,
    passed,
    password,
  }: { count: number; atOnce: number; passed: (answered: number) => void; password: string },
): Promise<{ reported: ReportedOutcome[]; repeats: Repeats }> {
  const reported: ReportedOutcome[] = [];
  const repeats: Repeats = {};
  let next = 0;
  let proving: Promise<unknown> | null = null;
  // One for all that wait; where nobody answered, the next refusal starts another.
  const prove = () => {
    proving ??= operator
      .post('/api/step-up', { data: { password } })
      .catch(() => null)
      .finally(() => {
        proving = null;
      });
    return proving;
  };
  const one = async (amount: number): Promise<ReportedOutcome> => {
    const data = { amount, pixKey: 'ana@example.com', pixKeyType: 'email' };
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await operator
        .post('/api/accounts/pix/withdrawals', { data, headers })
        .catch(() => null);
      const status = answer?.status() ?? 0;
      const body = (await answer?.json().catch(() => null)) as Answered | null;
      if (answer?.ok() && body?.operation)
        return { operation: body.operation.id, state: body.operation.state };
      // It never left the instance that died: a repeat with its key reports no other end.
      if (status === 409 && body?.operationId !== undefined)
        return { operation: body.operationId, state: 'rejected' };
      if (body?.code === 'step_up_required') await prove();
      // No repeat makes any other refusal an answer.
      else if (![0, 409, 429].includes(status) && status < 500)
        throw new Error(`${status}: ${JSON.stringify(body)}`);
      repeats[status] = (repeats[status] ?? 0) + 1;
      await sleep(500);
    }
  };
  const worker = async () => {
    while (next < count) {
      reported.push(await one(2_000 + next++));
      passed(reported.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { reported, repeats };
}
