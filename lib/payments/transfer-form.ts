import type { InputOf } from '#lib/api/endpoint.ts';
import { clean } from '#lib/core/clean.ts';
import { type FieldError, type FormDescription, given } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  callbackError,
  codeAsSent,
  codeError,
  keyAsSent,
  readMetadata,
  readPastedCode,
  receiverPaste,
} from './field-rules.ts';
import { codeAmountInForce, type Receiver, type ReceiverSearch, receiverInForce } from './withdrawal-form.ts';

export type TransferDraft = {
  receiver: string;
  amount: string;
  reference: string;
  description: string;
  callbackUrl: string;
  /** Document 2: one `name: value` a line. */
  metadata: string;
  /** The receiver found by the code in the receiver field. */
  found: Receiver | null;
};
export type ReceiverKind = 'account_number' | 'pix_key';
/** `kind`: the kind of receiver this account accepts. `reads`: it can read codes. `now`: epoch ms. */
export type TransferFacts = { kind: ReceiverKind; reads: boolean; now: number };

/** Document 1 does not publish bounds of a transfer; its refusal reports them. */
export const TRANSFER_BOUNDS = { min: 1, max: null };
const own = { kind: 'own' } as const;

/** Whether the receiver is a code. Only document 2 accepts one. */
export const isByCode = (
  { receiver }: Pick<TransferDraft, 'receiver'>,
  { kind }: Pick<TransferFacts, 'kind'>,
) => kind === 'pix_key' && receiverPaste(receiver) === 'code';
export const receiverSearchOf = ({
  receiver,
  found,
}: Pick<TransferDraft, 'receiver' | 'found'>): ReceiverSearch => ({
  way: 'code',
  key: '',
  keyType: null,
  code: receiver,
  found,
});

/** The amount in cents once it is valid, or the code's amount where that is fixed. */
export function readTransfer(draft: TransferDraft, facts: TransferFacts) {
  const codeAmount = isByCode(draft, facts) ? codeAmountInForce(receiverSearchOf(draft), facts.now) : null;
  if (codeAmount?.fixed) return { cents: codeAmount.amount, fault: null, fixed: true };
  return { ...readAmount(draft.amount, TRANSFER_BOUNDS), fixed: false };
}

/** Error of a code that contains an address instead of a key: only a withdrawal can pay it. */
function withoutKey(draft: TransferDraft, facts: TransferFacts) {
  if (!isByCode(draft, facts)) return null;
  const own = readPastedCode(draft.receiver);
  const read = receiverInForce(receiverSearchOf(draft), facts.now);
  const named = (typeof own !== 'string' && own.key !== null) || Boolean(read?.code?.code.key);
  return named || (read === null && facts.reads) ? null : 'code_without_key';
}

export const transferForm: FormDescription<
  TransferDraft,
  TransferFacts,
  InputOf<Endpoints['POST /transfers'], 'body'>
> = {
  blank: {
    receiver: '',
    amount: '',
    reference: '',
    description: '',
    callbackUrl: '',
    metadata: '',
    found: null,
  },
  fields: {
    receiver: {
      ...own,
      paste: receiverPaste,
      early: 6,
      wire: ['receiver', 'code'],
      fault: (text, draft, facts) => receiverError(text, facts.kind) ?? withoutKey(draft, facts),
    },
    amount: { kind: 'amount', early: 4, fault: (_, draft, facts) => readTransfer(draft, facts).fault },
    reference: { ...own, paste: 'reference', wire: ['clientReference'] },
    description: own,
    callbackUrl: { ...own, paste: 'address', fault: callbackError },
    found: { ...own, wire: [] },
    metadata: {
      ...own,
      when: (_, { kind }) => kind === 'pix_key',
      fault: (text) => (readMetadata(text ?? '') === null ? 'metadata_invalid' : null),
    },
  },
  body(draft, facts) {
    const { receiver, reference, description, callbackUrl, metadata, found } = draft;
    const free = facts.kind === 'pix_key' ? readMetadata(metadata ?? '') : null;
    const lookup = isByCode(draft, facts) ? found?.code?.lookup : undefined;
    return {
      amount: readTransfer(draft, facts).cents ?? 0,
      receiver: receiverAsSent(receiver, facts.kind),
      ...given({ clientReference: reference, description, callbackUrl }),
      ...(free ? { metadata: free } : {}),
      ...(lookup === undefined ? {} : { lookup }),
    };
  },
};

/** An ambiguous key is sent as typed: only the service knows which of its accounts has it. */
function receiverAsSent(text: string, kind: ReceiverKind): string {
  // Checked first, because a code with an e-mail key also looks like an e-mail.
  if (isByCode({ receiver: text }, { kind })) return codeAsSent(text);
  const [only, ...more] = pixKeyKinds(text);
  return kind === 'pix_key' && more.length === 0 && only !== undefined
    ? keyAsSent(text, only)
    : clean(receiverPaste(text), text);
}

/** Error of a transfer's receiver: account number (document 1), Pix key or a code with a key (document 2). */
export function receiverError(text: string, receiver: ReceiverKind): FieldError {
  const typed = clean(receiverPaste(text), text);
  if (typed === '') return 'required';
  if (receiver === 'account_number')
    return /^\d{6}$/.test(typed.replace(/[\s.-]/g, '')) ? null : 'account_number';
  if (looksLikeCode(typed)) return codeError(typed);
  return pixKeyKinds(typed).length > 0 ? null : 'key_unreadable';
}
