import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

export type CardPart = NonNullable<ProviderPort['card']>;

/** The account's card routes; `not_supported` where its kind has none. */
export function cardPart({ card }: ProviderPort): CardPart {
  if (card === undefined) throw new GuicheError('not_supported', 'This account does not offer this.');
  return card;
}

/** A call made for the operator who waits for it, ended with their request. */
export function operatorCall({ signal }: Ctx): Call {
  return { priority: 'operator', purpose: 'page', ...(signal === undefined ? {} : { signal }) };
}
