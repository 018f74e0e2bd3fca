import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { log } from '#lib/core/log.ts';
import { plainBrl } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { stateOf, stayed } from '#lib/core/status/money.ts';
import { createCache } from '#lib/data/answer-cache.ts';
import type { Fact } from '#lib/disputes/letter.ts';
import { LETTER } from '#lib/disputes/server/letter-pdf.ts';
import { type PayerPayments, payerPayments } from '#lib/disputes/server/payer-payments.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Infraction, TransactionDetail } from '#lib/providers/records.ts';

/** Prevents a provider call per autosave, which may come every second. */
const CACHE_MS = 20_000;
const cached = createCache();

/**
 * Values of a letter's `{{name}}` tokens, as they are sent; unknown and false facts are absent. Never throws:
 * if the provider fails, only its facts are missing. `fresh`: read now (before sending).
 */
export function factsOf(ctx: Ctx, infraction: Infraction, { fresh = false } = {}): Promise<Fact[]> {
  if (fresh) return readFacts(ctx, infraction).then(({ facts }) => facts);
  // All writers share the read, so it does not end with the request that started it. An incomplete read is
  // not cached.
  const shared = { ...ctx, call: SHARED_CALL };
  const read = () => readFacts(shared, infraction);
  const forMs = ({ whole }: { whole: boolean }) => (whole ? CACHE_MS : 0);
  return cached(`${ctx.account.id} ${infraction.id}`, forMs, read).then(({ facts }) => facts);
}

/** `whole`: no read failed. */
async function readFacts(ctx: Ctx, infraction: Infraction): Promise<{ facts: Fact[]; whole: boolean }> {
  let whole = true;
  const orNull = <T>(reading: Promise<T | null>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      whole = false;
      log().info({ err: error }, 'facts of a dispute could not be read');
      return null;
    });
  const [detail, payments] = await Promise.all([
    orNull(transactionOf(ctx, infraction)),
    orNull(payerPayments(ctx, infraction)),
  ]);
  const texts: Record<string, string | null> = {
    ...ofDispute(infraction),
    ...(detail === null ? {} : ofTransaction(infraction, detail)),
    earlier_payments: earlier(payments, detail),
  };
  const facts = Object.entries(texts).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
  return { facts, whole };
}

async function transactionOf(ctx: Ctx, { transactionId }: Infraction): Promise<TransactionDetail | null> {
  if (transactionId === null || ctx.port.transactions === undefined) return null;
  return ctx.port.transactions.get(transactionId, ctx.call);
}

function ofDispute({ endToEndId, protocol, payer, transactionId }: Infraction) {
  return {
    e2e: endToEndId,
    protocol,
    transaction: transactionId,
    payer_name: payer.name,
    payer_bank: payer.institutionName,
  };
}

function ofTransaction(infraction: Infraction, { transaction, deliveries }: TransactionDetail) {
  const { amount, paidAt, payer, generatedDocument } = transaction;
  const delivered = deliveries.find(
    ({ status, createdAt }) => createdAt && status !== null && status >= 200 && status < 300,
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
    notice_delivered:
      delivered?.createdAt && delivered.status !== null
        ? LETTER.noticeDelivered(delivered.createdAt, delivered.status)
        : null,
  };
}

/** Payments before the disputed one. The text says that none is disputed only if all of them were read. */
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

/**
 * Reads tag, two digits of length, value. It scans from the start, so a value that looks like a tag is not
 * taken for one.
 */
function fieldOf(text: string, tag: string): string | null {
  for (let place = 0; place + 4 <= text.length; ) {
    const length = Number(text.slice(place + 2, place + 4));
    if (!Number.isInteger(length)) return null;
    if (text.slice(place, place + 2) === tag) return text.slice(place + 4, place + 4 + length);
    place += 4 + length;
  }
  return null;
}
