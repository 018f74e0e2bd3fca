import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import { type HubDeps, partsOfId } from '#lib/providers/hub/adapter-deps.ts';
import { paymentBook } from '#lib/providers/hub/payments.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Document 2, deposit view: a Pix that came without a charge. It names no state: what is there was credited. */
export function depositsOf(deps: HubDeps): NonNullable<ProviderPort['deposits']> {
  const book = paymentBook(deps, 'deposit', deps.paths.deposit, []);
  return {
    async get(id, call) {
      if ((partsOfId(id).kind ?? 'deposit') !== 'deposit')
        throw new GuicheError('not_found', 'The id is of another kind of payment.');
      const deposit = await book.get(id, call);
      return deposit.status === null ? { ...deposit, status: 'COMPLETED', state: 'done' } : deposit;
    },
  };
}
