import 'server-only';
import {
  best,
  isUnreadable,
  layersOf,
  listOf,
  singlesOf,
  UnreadableAnswer,
} from '#lib/providers/envelopes.ts';
import {
  OF_TRANSACTIONS,
  readDetail,
  readTransaction,
  type WireDetail,
  type WireTransaction,
} from '#lib/providers/pix/wire.ts';
import { readRefund, type WireRefund } from '#lib/providers/refund-fields.ts';

/** Answers of document 1's routes of money; those of a payment's state are in wire.ts. */

const KINDS = [...OF_TRANSACTIONS, 'refund'];
const LISTS = [...KINDS.map((kind) => `${kind}s`), ...KINDS];

/**
 * Transaction made by POST /pix, /withdraw, /withdraw/qrcode or /internal-transfer. It must have its id:
 * without it nobody can find it again.
 */
export function readCreated(json: unknown): WireTransaction {
  const fits = ({ fields, known }: WireTransaction) => fields.id !== null && known >= 2;
  return best(layersOf(json, KINDS), readTransaction, fits, [
    'transaction',
    { id: ({ fields }) => fields.id !== null },
  ]);
}

/** GET /pix, /withdraw, /internal-transfer: one transaction, as an object or in a list; a list may be empty. */
export function readFound(json: unknown): WireTransaction[] {
  const single = singlesOf(json, KINDS)
    .map(readTransaction)
    .filter(({ fields, known }) => fields.id !== null && known >= 3)
    .sort((a, b) => b.known - a.known)[0];
  if (single !== undefined) return [single];
  const list = listOf(json, LISTS);
  if (isUnreadable(list)) throw new UnreadableAnswer('list');
  const found = list.rows.map(readTransaction).filter(({ fields }) => fields.id !== null);
  if (list.rows.length > 0 && found.length === 0) throw new UnreadableAnswer('id');
  return found;
}

/** The image of its code that a charge carries, in Base64; null where it carries none. */
export const readImage = (json: unknown): string | null =>
  layersOf(json, KINDS)
    .map((layer) => readTransaction(layer).fields.qrCodeBase64)
    .find((image) => image !== null) ?? null;

export type WireRefunded = { detail: WireDetail; refund: null } | { detail: null; refund: WireRefund };

type Refunded = { fields: WireRefund; known: number };
const REFUND_MUST = [
  'refund',
  {
    id: ({ fields }: Refunded) => fields.id !== null,
    amount: ({ fields }: Refunded) => (fields.status ?? fields.amount) !== null,
  },
] as const;

/** POST /refund/{id}: the transaction with what is given back of it, or only the refund that was made. */
export function readRefunded(json: unknown): WireRefunded {
  const layers = layersOf(json, KINDS);
  const isTransaction = layers.some((layer) => {
    const { id, type, method, refundStatus, refundAmount } = readTransaction(layer).fields;
    return (type ?? method) !== null || (id !== null && (refundStatus ?? refundAmount) !== null);
  });
  if (isTransaction) return { detail: readDetail(json), refund: null };
  const fits = ({ fields, known }: Refunded) =>
    known >= 2 && fields.id !== null && (fields.status ?? fields.amount) !== null;
  return { detail: null, refund: best(layers, readRefund, fits, REFUND_MUST).fields };
}
