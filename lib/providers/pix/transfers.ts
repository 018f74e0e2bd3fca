import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { RequestedNames } from '#lib/providers/client/requested-names.ts';
import { spellings } from '#lib/providers/pix/field-names.ts';
import {
  brl,
  found,
  jsonBody,
  listPayments,
  lookUpQuery,
  toPaymentOutcome,
  wireKey,
} from '#lib/providers/pix/payments.ts';
import type { PixDeps } from '#lib/providers/pix/transactions.ts';
import type { Call, Change, ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';

const KEYS = ['id', 'clientReference'] as const;
const isTransfer = ({ method }: Transaction) => method === 'INTERNAL_TRANSFER';
/**
 * Includes transfers from other accounts, if the service lists them. `method` is no filter of document 1.
 */
const TRANSFERS = { type: ['WITHDRAW', 'DEPOSIT'], method: ['INTERNAL_TRANSFER'], keeps: isTransfer };

/**
 * Document 1, Internal Transfer. `accountNumber`: the token's own account (null: the service does not show
 * it).
 */
export function transfersOf(
  deps: PixDeps,
  accountNumber: (call: Call) => Promise<string | null>,
): NonNullable<ProviderPort['transfers']> {
  const { client } = deps;
  const names = new RequestedNames();
  return {
    async create({ amount, receiver, ...transfer }, change) {
      const payer = await payerOf(accountNumber, change);
      if (payer instanceof GuicheError) return { kind: 'refused', error: payer, sent: false };
      const body = {
        payerAccountNumber: payer,
        receiverAccountNumber: receiver.replace(/[\s.-]/g, ''),
        amount: brl(amount),
        description: transfer.description,
        callbackUrl: transfer.callbackUrl,
        clientReference: transfer.clientReference,
        virtualAccount: transfer.virtualAccount,
      };
      const outcome = await names.send(body, (named) =>
        client.change('POST', '/internal-transfer', jsonBody(named), change),
      );
      const answer = await toPaymentOutcome(deps, outcome);
      return answer.kind === 'done' ? { ...answer, value: { ...answer.value, way: 'out' } } : answer;
    },
    find: async (by, call) =>
      found(deps, client.read('/internal-transfer', lookUpQuery(by, KEYS), call, { thing: true }), by),
    list: (filter, page, call) => listPayments(deps, TRANSFERS, filter, page, call),
  };
}

/** The payer's account, or the error for which nothing is sent. */
async function payerOf(
  accountNumber: (call: Call) => Promise<string | null>,
  { signal, priority }: Change,
): Promise<string | GuicheError> {
  try {
    const call = {
      ...(signal === undefined ? {} : { signal }),
      ...(priority === undefined ? {} : { priority }),
    };
    const ownNumber = await accountNumber(call);
    return (
      ownNumber ?? new GuicheError('not_supported', 'The service does not tell the account’s own number.')
    );
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

const WITHDRAWAL_KEYS = ['id', 'clientReference', 'endToEndId'] as const;

const WITHDRAWALS = {
  type: ['WITHDRAW'],
  keeps: ({ method }: Transaction) => method !== 'INTERNAL_TRANSFER',
};

/** Document 1, Withdrawals: by key and by code. */
export function withdrawalsOf(deps: PixDeps): NonNullable<ProviderPort['withdrawals']> {
  const { client } = deps;
  const asCode = spellings(['qrCode', 'emv', 'qrCodeText', 'code'], { anyName: true });
  const toKey = new RequestedNames();
  return {
    async toKey({ amount, pixKey, pixKeyType, ...payment }, change) {
      const body = {
        amount: brl(amount),
        pixKey: wireKey(pixKey, pixKeyType),
        pixType: pixKeyType,
        callbackUrl: payment.callbackUrl,
        clientReference: payment.clientReference,
        description: payment.description,
        virtualAccount: payment.virtualAccount,
      };
      const outcome = await toKey.send(body, (named) =>
        client.change('POST', '/withdraw', jsonBody(named), change),
      );
      return toPaymentOutcome(deps, outcome);
    },
    async toCode({ code, amount, ...payment }, change) {
      const rest = {
        amount: amount === undefined ? undefined : brl(amount),
        callbackUrl: payment.callbackUrl,
        clientReference: payment.clientReference,
        description: payment.description,
        virtualAccount: payment.virtualAccount,
      };
      const outcome = await asCode((name) =>
        client.change('POST', '/withdraw/qrcode', jsonBody({ [name]: code, ...rest }), change),
      );
      return toPaymentOutcome(deps, outcome, { pixKey: 'code' });
    },
    find: async (by, call) =>
      found(deps, client.read('/withdraw', lookUpQuery(by, WITHDRAWAL_KEYS), call, { thing: true }), by),
    list: (filter, page, call) => listPayments(deps, WITHDRAWALS, filter, page, call),
  };
}
