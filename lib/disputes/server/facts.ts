import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { withOffset } from '#lib/core/dates.ts';
import { log } from '#lib/core/log.ts';
import { plainBrl } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { stateOf, stayed } from '#lib/core/status/money.ts';
import { createCache } from '#lib/data/cache.ts';
import type { Fact } from '#lib/disputes/letter.ts';
import { type PayerPayments, payerPayments } from '#lib/disputes/server/read-dispute.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Infraction, TransactionDetail } from '#lib/providers/records.ts';

/** Texts of the letter: always Portuguese, as it goes to the payer's bank. No interface messages. */

/** '14/11/2026 às 10:22:07', São Paulo. */
export function letterInstant(instant: string): string {
  const [, year, month, day, time] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(withOffset(instant)) ?? [];
  return year === undefined ? instant : `${day}/${month}/${year} às ${time}`;
}

export const LETTER = {
  amountTime: (amount: string, paidAt: string) => `${amount}, pago em ${letterInstant(paidAt)}`,
  sameDocument: 'O documento do pagador é o mesmo do comprador.',
  earlierPayments: (count: number, undisputed: boolean) => {
    const counted =
      count === 1
        ? 'Há 1 compra anterior do mesmo pagador'
        : `Há ${count} compras anteriores do mesmo pagador`;
    if (!undisputed) return `${counted}.`;
    return count === 1 ? `${counted}, sem disputa.` : `${counted}, todas sem disputa.`;
  },
  noticeDelivered: (at: string, status: number) =>
    `O sistema da loja recebeu o aviso do pagamento em ${letterInstant(at)} (HTTP ${status}).`,
  file: 'defesa.pdf',
  continued: (file: string) => `(O texto completo desta defesa está no anexo ${file}.)`,
  title: 'Defesa',
  subtitle: (protocol: string | null, at: string) =>
    `${protocol === null ? '' : `Protocolo ${protocol}, `}${letterInstant(at)} (horário de São Paulo)`,
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;

/** Prevents a provider call per autosave, which may come every second. */
const CACHE_MS = 20_000;
const cache = createCache();

/**
 * Values of a letter's `{{name}}` tokens, as they are sent; unknown and false facts are absent. Never throws:
 * if the provider fails, only its facts are missing. `fresh`: read now (before sending).
 */
export function factsOf(ctx: Ctx, infraction: Infraction, { fresh = false } = {}): Promise<Fact[]> {
  if (fresh) return readFacts(ctx, infraction).then(({ facts }) => facts);
  // Writers share the read, so it outlives the request that started it. An incomplete one is not cached.
  const shared = { ...ctx, call: SHARED_CALL };
  const read = () => readFacts(shared, infraction);
  const forMs = ({ whole }: { whole: boolean }) => (whole ? CACHE_MS : 0);
  return cache.read(`${ctx.account.id} ${infraction.id}`, forMs, read).then(({ facts }) => facts);
}

/** `whole`: no read failed. */
async function readFacts(ctx: Ctx, infraction: Infraction): Promise<{ facts: Fact[]; whole: boolean }> {
  let whole = true;
  const orNull = async <T>(read: () => Promise<T | null> | null | undefined): Promise<T | null> => {
    try {
      return (await read()) ?? null;
    } catch (error) {
      whole = false;
      log().info({ err: error }, 'facts of a dispute could not be read');
      return null;
    }
  };
  const { transactionId, payer } = infraction;
  const [detail, payments] = await Promise.all([
    orNull(() => (transactionId === null ? null : ctx.port.transactions?.get(transactionId, ctx.call))),
    orNull(() => payerPayments(ctx, infraction)),
  ]);
  const texts: Record<string, string | null> = {
    e2e: infraction.endToEndId,
    protocol: infraction.protocol,
    transaction: transactionId,
    payer_name: payer.name,
    payer_bank: payer.institutionName,
    ...(detail === null ? {} : ofTransaction(infraction, detail)),
    earlier_payments: earlier(payments, detail),
  };
  const facts = Object.entries(texts).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
  return { facts, whole };
}

function ofTransaction(infraction: Infraction, { transaction, deliveries }: TransactionDetail) {
  const { amount, paidAt, payer, generatedDocument } = transaction;
  const [notice] = deliveries.flatMap(({ status, createdAt }) =>
    createdAt && status !== null && status >= 200 && status < 300
      ? [LETTER.noticeDelivered(createdAt, status)]
      : [],
  );
  const document = normalizeDocument(payer.document ?? infraction.payer.document ?? '');
  const same = document !== '' && document === normalizeDocument(generatedDocument ?? '');
  return {
    amount_time: amount === null || paidAt === null ? null : LETTER.amountTime(plainBrl(amount), paidAt),
    e2e: transaction.endToEndId ?? infraction.endToEndId,
    reference: transaction.clientReference,
    txid: txidOf(transaction.qrCodeText),
    same_document: same ? LETTER.sameDocument : null,
    payer_name: payer.name ?? infraction.payer.name,
    payer_bank: payer.institutionName ?? infraction.payer.institutionName,
    notice_delivered: notice ?? null,
  };
}

/** Payments before the disputed one. The text states that none is disputed only if all of them were read. */
function earlier(found: PayerPayments | null, detail: TransactionDetail | null): string | null {
  const before = detail?.transaction.paidAt ?? detail?.transaction.createdAt ?? null;
  if (found === null || before === null) return null;
  const paid = found.payments.filter(
    (payment) => payment.paidAt !== null && payment.paidAt < before && stayed(stateOf(payment)),
  );
  if (paid.length === 0) return null;
  const all = found.total !== null && found.payments.length >= found.total;
  return LETTER.earlierPayments(paid.length, all && paid.every(({ id }) => !found.disputed.has(id)));
}

/** The txid of a copy-and-paste code: field 62, inner field 05. `***` means none. */
export function txidOf(code: string | null): string | null {
  const txid = code === null ? null : fieldOf(fieldOf(code, '62') ?? '', '05');
  return txid === null || /^\*+$/.test(txid) ? null : txid;
}

/** Reads tag, two digits of length, value, from the start: a value may look like a tag. */
function fieldOf(text: string, tag: string): string | null {
  for (let place = 0; place + 4 <= text.length; ) {
    const length = Number(text.slice(place + 2, place + 4));
    if (!Number.isInteger(length)) return null;
    if (text.slice(place, place + 2) === tag) return text.slice(place + 4, place + 4 + length);
    place += 4 + length;
  }
  return null;
}
