import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';
import { isCode } from '#lib/search/rules.ts';
import {
  type Found,
  MOST_PER_ACCOUNT,
  NOTHING,
  nullWhenUnknown,
  type SearchRequest,
  type Thing,
} from '#lib/search/server/found.ts';

const LOOKED_THROUGH_MS = 30 * 86_400_000;
const MOST_LOOKED_THROUGH = 100;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Finds card charges (document 3) by id or recurrence id. The list has no other filter, so a reference,
 * document, name or amount is searched in the newest hundred of 30 days.
 */
export async function findCardCharges(ctx: Ctx, request: SearchRequest): Promise<Found> {
  const { text, readings, quota } = request;
  const charges = ctx.port.card?.charges;
  if (charges === undefined || readings[0]?.kind === 'endToEndId') return NOTHING;
  const call = ctx.call;
  if (isCode(text)) {
    const one = await quota.spend(null, () => charges.get(text, call).catch(nullWhenUnknown));
    if (one !== null) return thingsOf([one]);
  }
  if (UUID.test(text)) {
    const list = () =>
      charges.list({ recurrenceId: text }, { page: 1, limit: 1 }, call).catch(nullWhenUnknown);
    const [cycle] = (await quota.spend(null, list))?.items ?? [];
    // A service that does not support the filter returns its newest charges.
    if (cycle?.recurrenceId === text) return { payments: [], things: [recurrence(cycle, text)] };
  }
  const from = new Date(databaseNow() - LOOKED_THROUGH_MS).toISOString();
  const list = () => charges.list({ from }, { page: 1, limit: MOST_LOOKED_THROUGH }, call);
  const items = (await quota.spend(null, list))?.items ?? [];
  return thingsOf(items.filter((charge) => fits(charge, request)).slice(0, MOST_PER_ACCOUNT));
}

function fits(charge: CardCharge, { text, readings, people }: SearchRequest): boolean {
  const [first] = readings;
  const { externalId, acquirerTransactionId, recurrenceId, customer, amount } = charge;
  if (first?.kind === 'document') return people && normalizeDocument(customer.document ?? '') === first.value;
  if (first?.kind === 'amount') return amount === first.value;
  if ([externalId, acquirerTransactionId, recurrenceId].includes(text)) return true;
  return people && (customer.name ?? '').toLocaleLowerCase('pt-BR').includes(text.toLocaleLowerCase('pt-BR'));
}

const thingsOf = (charges: readonly CardCharge[]): Found => ({
  payments: [],
  things: charges.map((charge) => ({
    page: 'card',
    id: charge.id,
    name: charge.externalId ?? charge.id,
    word: charge.status,
    amount: charge.amount,
    at: charge.createdAt,
  })),
});

const recurrence = ({ amount, createdAt }: CardCharge, id: string): Thing => ({
  page: 'recurrences',
  id,
  name: id,
  word: null,
  amount,
  at: createdAt,
});
