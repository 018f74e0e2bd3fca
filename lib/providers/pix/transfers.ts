import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { Parts } from '#lib/providers/client/parts.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { brl, found, given, listPayments, lookUpQuery, made } from '#lib/providers/pix/payments.ts';
import type { Call, Change, PageAsk, PaymentFilter, ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';

const KEYS = ['id', 'clientReference'] as const;
const HOUR_MS = 3_600_000;
const isTransfer = ({ method }: Transaction) => method === 'INTERNAL_TRANSFER';
/** Those that came from other accounts too, where the service lists them. */
const TRANSFERS = { type: ['WITHDRAW', 'DEPOSIT'], keeps: isTransfer };

/** Document 1, Internal Transfer. `accountNumber`: the token's own account (null: the service does not tell). */
export function transfersOf(
  parts: Parts,
  accountNumber: (call: Call) => Promise<string | null>,
): NonNullable<ProviderPort['transfers']> {
  const { client } = parts;
  return {
    async create({ amount, receiver, ...transfer }, change) {
      const payer = await payerOf(accountNumber, change);
      if (payer instanceof GuicheError) return { kind: 'refused', error: payer, sent: false };
      const body = given({
        payerAccountNumber: payer,
        receiverAccountNumber: receiver.replace(/[\s.-]/g, ''),
        amount: brl(amount),
        description: transfer.description,
        callbackUrl: transfer.callbackUrl,
        clientReference: transfer.clientReference,
        virtualAccount: transfer.virtualAccount,
      });
      return made(parts, await client.change('POST', '/internal-transfer', body, change));
    },
    find: async (by, call) =>
      found(parts, client.read('/internal-transfer', lookUpQuery(by, KEYS), call, { thing: true }), by),
    list: transferLister(parts),
  };
}

/** The payer's account, or why it cannot be told: then nothing is sent. */
async function payerOf(
  accountNumber: (call: Call) => Promise<string | null>,
  { signal, priority }: Change,
): Promise<string | GuicheError> {
  try {
    const call = {
      ...(signal === undefined ? {} : { signal }),
      ...(priority === undefined ? {} : { priority }),
    };
    const told = await accountNumber(call);
    return told ?? new GuicheError('not_supported', 'The service does not tell the account’s own number.');
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

/** `method` is no filter of document 1: a service that refuses it is asked without it, for an hour. */
function transferLister(parts: Parts) {
  let unknownUntil = 0;
  const plain = (filter: PaymentFilter, page: PageAsk, call: Call) =>
    listPayments(parts, TRANSFERS, filter, page, call);
  return async (filter: PaymentFilter, page: PageAsk, call: Call) => {
    if (parts.now() < unknownUntil) return plain(filter, page, call);
    try {
      const asked = { ...TRANSFERS, method: ['INTERNAL_TRANSFER'] };
      return await listPayments(parts, asked, filter, page, call);
    } catch (error) {
      if (!refusesMethod(error)) throw error;
      const listed = await plain(filter, page, call);
      unknownUntil = parts.now() + HOUR_MS;
      return listed;
    }
  };
}

function refusesMethod(error: unknown): boolean {
  if (statusOf(error) !== 400 || !(error instanceof GuicheError)) return false;
  const fields = error.details.fields ?? [];
  return fields.length === 0 || fields.some(({ field }) => plainKey(field).endsWith('method'));
}
