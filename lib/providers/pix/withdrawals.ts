import 'server-only';
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
import type { ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';

const KEYS = ['id', 'clientReference', 'endToEndId'] as const;
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
      found(deps, client.read('/withdraw', lookUpQuery(by, KEYS), call, { thing: true }), by),
    list: (filter, page, call) => listPayments(deps, WITHDRAWALS, filter, page, call),
  };
}
