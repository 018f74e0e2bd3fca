import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, filledValues } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import type { PixKeyKind } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  type ReturnFundsDraft,
  type ReturnFundsFacts,
  returnFundsCents,
  returnFundsFields,
} from '#lib/operations/forms.ts';
import {
  callbackError,
  documentError,
  keyAsSent,
  keyError,
  metadataError,
  readMetadata,
} from '#lib/payments/field-rules.ts';
import type { Payment, PaymentRules, RefundState } from '#lib/payments/queries.ts';
import { LONGEST_EXPIRY_SECONDS, MOST_ACCOUNT } from '#lib/payments/rules.ts';

type ChargeBody = InputOf<Endpoints['POST /charges'], 'body'>;

export const EXPIRIES = ['900', '3600', '86400', 'default', 'other'] as const;
const EMPTY = {
  amount: '',
  document: '',
  name: '',
  email: '',
  /** Where `expires` is `other`. */
  minutes: '',
  reference: '',
  virtualAccount: '',
  callbackUrl: '',
  description: '',
  /** One `name: value` a line. */
  metadata: '',
};
type ChargeDraft = typeof EMPTY & { expires: (typeof EXPIRIES)[number] };
export const BLANK_CHARGE: ChargeDraft = { ...EMPTY, expires: '3600' };

/** Seconds until it expires. Null: the provider's default. Undefined: the typed value is invalid. */
export function expirySeconds({ expires, minutes }: ChargeDraft): number | null | undefined {
  if (expires === 'default') return null;
  if (expires !== 'other') return Number(expires);
  const typed = minutes.trim();
  if (!/^\d{1,5}$/.test(typed)) return undefined;
  const seconds = Number(typed) * 60;
  return seconds >= 60 && seconds <= LONGEST_EXPIRY_SECONDS ? seconds : undefined;
}

/** Whether a charge of this amount (cents) needs the payer's document. */
export const documentNeeded = (rules: PaymentRules | undefined, cents: number | null): boolean => {
  if (rules?.payerNeeded) return true;
  const above = rules?.charge.documentAbove ?? null;
  return above !== null && cents !== null && cents > above;
};

/** The account's payment rules. `hub`: the account uses document 2. */
type ChargeFacts = { rules: PaymentRules | undefined; hub: boolean };

export const chargeBounds = ({ rules }: ChargeFacts) => ({
  min: rules?.charge.min ?? null,
  max: rules?.charge.max ?? null,
});
export const readCharge = ({ amount }: Pick<ChargeDraft, 'amount'>, facts: ChargeFacts) =>
  readAmount(amount, chargeBounds(facts));

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const isPix = (_: ChargeDraft, { hub }: ChargeFacts) => !hub;
const isHub = (_: ChargeDraft, { hub }: ChargeFacts) => hub;

export const chargeForm: FormDescription<ChargeDraft, ChargeFacts, ChargeBody> = {
  blank: BLANK_CHARGE,
  fields: {
    amount: { kind: 'amount', early: 4, validate: (_, draft, facts) => readCharge(draft, facts).error },
    document: {
      kind: 'own',
      paste: 'document',
      wire: ['payer.document'],
      validate(document, draft, facts) {
        if (document.trim() !== '' || !documentNeeded(facts.rules, readCharge(draft, facts).cents))
          return documentError(document);
        return facts.rules?.payerNeeded ? 'required' : 'document_required';
      },
    },
    name: {
      kind: 'text',
      most: 80,
      wire: ['payer.name'],
      validate: (name, _, { rules }) => (rules?.payerNeeded && name.trim() === '' ? 'required' : null),
    },
    // Document 2 has no expiry.
    expires: { kind: 'own', wire: [], when: isPix },
    minutes: {
      kind: 'own',
      early: 1,
      wire: ['expiresInSeconds'],
      when: isPix,
      validate: (_, draft) => (expirySeconds(draft) === undefined ? 'expiry_invalid' : null),
    },
    reference: { kind: 'own', paste: 'reference', wire: ['clientReference'] },
    description: { kind: 'own', when: isHub },
    virtualAccount: { kind: 'text', paste: 'reference', most: MOST_ACCOUNT, when: isPix },
    callbackUrl: { kind: 'own', paste: 'address', validate: callbackError },
    metadata: { kind: 'own', when: isHub, validate: metadataError },
    email: {
      kind: 'text',
      most: 120,
      type: 'email',
      paste: 'email',
      wire: ['payer.email'],
      validate: (email) => (email.trim() === '' || EMAIL.test(email.trim()) ? null : 'email_invalid'),
    },
  },
  body: (draft, facts) => chargeBody(draft, readCharge(draft, facts).cents ?? 0, facts.hub),
};

/** The API's body: without empty fields, and without those that the account's document does not have. */
export function chargeBody(draft: ChargeDraft, cents: number, hub: boolean): ChargeBody {
  const seconds = expirySeconds(draft);
  const metadata = hub ? readMetadata(draft.metadata ?? '') : undefined;
  const { name, email, reference, virtualAccount, callbackUrl, description } = draft;
  const document = documentKind(draft.document) ? normalizeDocument(draft.document) : '';
  const payer = filledValues({ name, document, email });
  return {
    amount: cents,
    ...(typeof seconds === 'number' && !hub ? { expiresInSeconds: seconds } : {}),
    ...filledValues({ clientReference: reference, callbackUrl }),
    ...filledValues(hub ? { description } : { virtualAccount }),
    ...(metadata ? { metadata } : {}),
    ...(Object.keys(payer).length > 0 ? { payer } : {}),
  };
}

type RefundDraft = ReturnFundsDraft & { description: string };
type RefundBody = InputOf<Endpoints['POST /transactions/{id}/refunds'], 'body'>;

export const refundForm: FormDescription<RefundDraft, ReturnFundsFacts, RefundBody> = {
  blank: { part: 'all', amount: '', description: '' },
  fields: { ...returnFundsFields, description: { kind: 'text', most: 140 } },
  // When the remaining amount is unknown, "all" means the whole payment. The provider refuses an excess.
  body(draft, facts) {
    const cents = returnFundsCents(draft, facts);
    const amount = draft.part === 'part' ? (cents ?? 0) : facts.left === null ? cents : null;
    return { ...(amount === null ? {} : { amount }), ...filledValues({ description: draft.description }) };
  },
};

/** Cents that can still be refunded. Null: unknown. */
export function remainingCents(payment: Payment, state: RefundState): number | null {
  if (state.refundable !== null) return state.refundable;
  if (payment.refundableAmount != null) return payment.refundableAmount;
  if (payment.amount === null || state.refunded === null) return null;
  return Math.max(0, payment.amount - state.refunded - (state.inProgress ?? 0));
}

export const OWN_KEY_TYPES = ['EVP', 'CNPJ', 'CPF', 'EMAIL', 'PHONE'] as const;
export type NewKeyDraft = { type: (typeof OWN_KEY_TYPES)[number]; key: string };
type NewKeyBody = InputOf<Endpoints['POST /pix-keys'], 'body'>;

const keyKind = (type: NewKeyDraft['type']) => type.toLowerCase() as PixKeyKind;

/** Form for a new key: random, or one that the account's holder owns. */
export const newKeyForm: FormDescription<NewKeyDraft, null, NewKeyBody> = {
  blank: { type: 'EVP', key: '' },
  fields: {
    type: { kind: 'choice', of: OWN_KEY_TYPES },
    key: {
      kind: 'text',
      paste: 'key',
      most: 77,
      mono: true,
      when: ({ type }) => type !== 'EVP',
      validate: (key, { type }) => keyError(key, keyKind(type)),
    },
  },
  body: ({ type, key }) => ({ type, ...(type === 'EVP' ? {} : { key: keyAsSent(key, keyKind(type)) }) }),
};
