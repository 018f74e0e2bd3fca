import { type MaskOptions, maskDeep, maskNameField, maskText, namesPattern } from '#lib/mask.ts';
import { isCompany, maskDocument, maskEmail, maskPerson, maskPixKey } from '#lib/mask-forms.ts';
import { maskReference } from '#lib/mask-text.ts';
import type { Party, Transaction, TransactionDetail } from '#lib/providers/records.ts';

type Maybe = string | null;

function present(text: Maybe, mask: (text: string) => string): Maybe {
  return text === null ? null : mask(text);
}

export function maskParty(party: Party, options: MaskOptions): Party {
  return {
    ...party,
    name: present(party.name, (name) => maskNameField(name, party.document, options)),
    document: present(party.document, maskDocument),
  };
}

/** Words that people wrote about this payment: its own parties' names are hidden in them as well. */
function describer(transaction: Transaction, options: MaskOptions): (text: string) => string {
  // Most transactions carry no such words, and a list has a thousand of them.
  let pattern: RegExp | null | undefined = options.names ? null : undefined;
  return (text) => {
    pattern = pattern === undefined ? namesPattern(peopleOf(transaction)) : pattern;
    const masked = maskText(text, options);
    return pattern === null ? masked : masked.replace(pattern, (name) => maskPerson(name));
  };
}

function peopleOf({ payer, receiver, generatedName, generatedDocument }: Transaction): string[] {
  const named: [Maybe, Maybe][] = [
    [payer.name, payer.document],
    [receiver.name, receiver.document],
    [generatedName, generatedDocument],
  ];
  return named.flatMap(([name, document]) => (name !== null && !isCompany(name, document) ? [name] : []));
}

/**
 * A transaction as someone without reveal sees it. Ids, institutions and amounts stay; a static copy-and-paste
 * code is starred and can no longer be paid.
 */
export function maskTransaction(transaction: Transaction, options: MaskOptions): Transaction {
  const describe = describer(transaction, options);
  return {
    ...transaction,
    qrCodeText: present(transaction.qrCodeText, (code) => maskText(code, options)),
    qrCodeUrl: present(transaction.qrCodeUrl, maskReference),
    generatedName: present(transaction.generatedName, (name) =>
      maskNameField(name, transaction.generatedDocument, options),
    ),
    generatedDocument: present(transaction.generatedDocument, maskDocument),
    generatedEmail: present(transaction.generatedEmail, maskEmail),
    payer: maskParty(transaction.payer, options),
    receiver: maskParty(transaction.receiver, options),
    withdrawPixKey: present(transaction.withdrawPixKey, (key) =>
      maskPixKey(key, transaction.withdrawPixType),
    ),
    clientReference: present(transaction.clientReference, maskReference),
    virtualAccount: present(transaction.virtualAccount, maskReference),
    callbackUrl: present(transaction.callbackUrl, maskReference),
    refundReason: present(transaction.refundReason, describe),
    refundDescription: present(transaction.refundDescription, describe),
    cancellationReason: present(transaction.cancellationReason, describe),
    other: maskDeep(transaction.other, options) as Transaction['other'],
  };
}

/** The same for a detail; the provider's raw answer is masked by field name and by pattern. */
export function maskDetail(detail: TransactionDetail, options: MaskOptions): TransactionDetail {
  const describe = describer(detail.transaction, options);
  return {
    ...detail,
    transaction: maskTransaction(detail.transaction, options),
    refunds: detail.refunds.map((refund) => ({
      ...refund,
      reason: present(refund.reason, describe),
      description: present(refund.description, describe),
    })),
    deliveries: detail.deliveries.map((delivery) => ({
      ...delivery,
      url: present(delivery.url, maskReference),
    })),
    raw: maskDeep(detail.raw, options),
  };
}
