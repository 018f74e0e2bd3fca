import { CallError, call } from '#lib/api/client.ts';
import type { Found } from '#lib/payments/queries.ts';
import { endToEndSpellings } from '#lib/pix/end-to-end-id.ts';

type Where = { clientReference: string } | { id: string } | { endToEndId: string };

/** One payment by its reference, end-to-end id or id, within a virtual account where one is named (document 1); null: there is none. */
export async function findPayment(
  account: string,
  page: 'charges' | 'withdrawals',
  value: string,
  label: string,
): Promise<Found | null> {
  const route = page === 'charges' ? 'GET /charges/lookup' : 'GET /withdrawals/lookup';
  const spellings = endToEndSpellings(value);
  const ways: Where[] =
    spellings.length === 0
      ? [...(value.length <= 64 ? [{ clientReference: value }] : []), { id: value }]
      : spellings.map((endToEndId) => ({ endToEndId }));
  for (const query of ways) {
    try {
      return await call(route, {
        account,
        query: label === '' ? query : { ...query, virtualAccount: label },
      });
    } catch (error) {
      if (!isNothing(error)) throw error;
    }
  }
  return null;
}

/** Not there, or no such thing can be (an id of another shape). */
const isNothing = (error: unknown) =>
  error instanceof CallError && [400, 404, 422].includes(error.problem.status);
