import 'server-only';
import { spellings } from '#lib/providers/pix/negotiated-fields.ts';
import { brl, found, given, listPayments, lookUpQuery, made, wireKey } from '#lib/providers/pix/payments.ts';
import type { PixParts } from '#lib/providers/pix/transactions.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';

const KEYS = ['id', 'clientReference', 'endToEndId'] as const;
const WITHDRAWALS = {
  type: ['WITHDRAW'],
  keeps: ({ method }: Transaction) => method !== 'INTERNAL_TRANSFER',
};

/** Document 1, Withdrawals: by key and by code. */
export function withdrawalsOf(parts: PixParts): NonNullable<ProviderPort['withdrawals']> {
  const { client } = parts;
  const asCode = spellings(['qrCode', 'emv', 'qrCodeText', 'code']);
  return {
    async toKey({ amount, pixKey, pixKeyType, ...payment }, change) {
      const body = given({
        amount: brl(amount),
        pixKey: wireKey(pixKey, pixKeyType),
        pixType: pixKeyType,
        callbackUrl: payment.callbackUrl,
        clientReference: payment.clientReference,
        description: payment.description,
        virtualAccount: payment.virtualAccount,
      });
      return made(parts, await client.change('POST', '/withdraw', body, change));
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
        client.change('POST', '/withdraw/qrcode', given({ [name]: code, ...rest }), change),
      );
      return made(parts, outcome, { pixKey: 'code' });
    },
    find: async (by, call) =>
      found(parts, client.read('/withdraw', lookUpQuery(by, KEYS), call, { thing: true }), by),
    list: (filter, page, call) => listPayments(parts, WITHDRAWALS, filter, page, call),
  };
}
