import { type MaskOptions, maskDeep, maskNameField, maskText } from './mask.ts';
import { maskDocument, maskPixKey } from './mask-forms.ts';
import { maskTransaction } from './mask-transaction.ts';
import type { DecodedCode, KeyHolder, Payment, RefundState } from './providers/money-records.ts';

const present = <T>(value: T | null, mask: (value: T) => T): T | null =>
  value === null ? null : mask(value);

/** A payment as someone without reveal sees it. The code of a charge is the account's own, made to be handed out. */
export function maskPayment(payment: Payment, options: MaskOptions): Payment {
  const masked: Payment = { ...payment, ...maskTransaction(payment, options) };
  if (payment.type !== 'WITHDRAW') masked.qrCodeText = payment.qrCodeText;
  const { description } = payment;
  return description === undefined
    ? masked
    : { ...masked, description: present(description, (text) => maskText(text, options)) };
}

/** Who a key pays: as the provider masks it, and then by our own rule. */
export function maskHolder(holder: KeyHolder, options: MaskOptions): KeyHolder {
  return {
    ...holder,
    key: present(holder.key, (key) => maskPixKey(key, holder.keyType)),
    name: present(holder.name, (name) => maskNameField(name, holder.document, options)),
    document: present(holder.document, maskDocument),
    other: maskDeep(holder.other, options) as KeyHolder['other'],
  };
}

export function maskCode(code: DecodedCode, options: MaskOptions): DecodedCode {
  return {
    ...code,
    key: present(code.key, (key) => maskPixKey(key)),
    name: present(code.name, (name) => maskNameField(name, code.document, options)),
    document: present(code.document, maskDocument),
    description: present(code.description, (text) => maskText(text, options)),
    other: maskDeep(code.other, options) as DecodedCode['other'],
  };
}

export function maskRefunds(state: RefundState, options: MaskOptions): RefundState {
  const text = (words: string | null) => present(words, (one) => maskText(one, options));
  return {
    ...state,
    refunds: state.refunds.map((refund) => ({
      ...refund,
      reason: text(refund.reason),
      description: text(refund.description),
    })),
  };
}
