import { randomUUID } from 'node:crypto';
import { type BoundIntent, Reply } from '#lib/api/context.ts';
import { once } from '#lib/api/steps/idempotency.ts';

/**
 * A call whose process ends once it is done, before its answer is stored or sent; then its repeat with the
 * same key, which fails where it runs anything. `between`: what happens before the repeat comes. Both
 * answers, as they travel.
 */
export async function repeatedAfterCrash(
  run: (intent: BoundIntent) => Promise<unknown>,
  status = 200,
  between: () => Promise<unknown> = async () => undefined,
) {
  const intent = {
    operatorId: 'op',
    account: 'pix',
    endpoint: 'POST /x',
    key: randomUUID(),
    body: {},
    status,
  };
  const travels = (answer: { status: number; value: unknown }) => JSON.parse(JSON.stringify(answer));
  let first: { status: number; value: unknown } | null = null;
  await once(intent, async (bound) => {
    const value = await run(bound);
    first =
      value instanceof Reply
        ? { status: value.status, value: value.value }
        : { status, value: value ?? null };
    throw new Error('the process ends here');
  }).catch((error: Error) => {
    if (error.message !== 'the process ends here') throw error;
  });
  await between();
  const again = await once(intent, () => {
    throw new Error('it ran a second time');
  });
  return { first: travels(first ?? again), again: travels(again) };
}
