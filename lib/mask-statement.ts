import { type MaskOptions, maskDeep, maskNameField, maskText } from './mask.ts';
import { maskDocument, maskPixKey } from './mask-forms.ts';
import { maskParty } from './mask-transaction.ts';
import type { PendingDeposit, ReportJob, StatementLine } from './providers/money-records.ts';

const present = <T>(value: T | null, mask: (value: T) => T): T | null =>
  value === null ? null : mask(value);

/** A statement line as someone without reveal sees it; amounts, ids and the provider's words for its kind stay. */
export function maskStatementLine(line: StatementLine, options: MaskOptions): StatementLine {
  const { name, document, pixKey } = line.counterparty;
  return {
    ...line,
    description: present(line.description, (text) => maskText(text, options)),
    statusReason: present(line.statusReason, (text) => maskText(text, options)),
    counterparty: {
      name: present(name, (text) => maskNameField(text, document, options)),
      document: present(document, maskDocument),
      pixKey: present(pixKey, (key) => maskPixKey(key)),
    },
    other: maskDeep(line.other, options) as StatementLine['other'],
  };
}

/** A deposit that waits, the same way. */
export function maskPendingDeposit(deposit: PendingDeposit, options: MaskOptions): PendingDeposit {
  return {
    ...deposit,
    payer: maskParty(deposit.payer, options),
    receiver: maskParty(deposit.receiver, options),
    pixKey: present(deposit.pixKey, (key) => maskPixKey(key)),
    description: present(deposit.description, (text) => maskText(text, options)),
    rejectionReason: present(deposit.rejectionReason, (text) => maskText(text, options)),
    other: maskDeep(deposit.other, options) as PendingDeposit['other'],
  };
}

/** What a service tells of a report job beyond what is known may hold anything. */
export const maskReport = (job: ReportJob, options: MaskOptions): ReportJob => ({
  ...job,
  other: maskDeep(job.other, options) as ReportJob['other'],
});
