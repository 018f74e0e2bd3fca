import type { InputOf } from '#lib/api/endpoint.ts';
import { documentKind, normalizeDocument } from '#lib/documents.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { PaymentRules } from '#lib/payments/queries.ts';
import {
  callbackFault,
  documentFault,
  type Fault,
  LONGEST_EXPIRY_SECONDS,
  readAmount,
} from '#lib/payments/rules.ts';

export type ChargeBody = InputOf<Endpoints['POST /charges'], 'body'>;

export const EXPIRIES = ['900', '3600', '86400', 'default', 'other'] as const;
export type ChargeDraft = {
  amount: string;
  document: string;
  name: string;
  email: string;
  expires: (typeof EXPIRIES)[number];
  /** Minutes, where `expires` is `other`. */
  minutes: string;
  reference: string;
  virtualAccount: string;
  callbackUrl: string;
  description: string;
};
export const BLANK_CHARGE: ChargeDraft = {
  amount: '',
  document: '',
  name: '',
  email: '',
  expires: '3600',
  minutes: '',
  reference: '',
  virtualAccount: '',
  callbackUrl: '',
  description: '',
};

/** Seconds until it expires; null leaves it to the provider, undefined cannot be read. */
export function expirySeconds({ expires, minutes }: ChargeDraft): number | null | undefined {
  if (expires === 'default') return null;
  if (expires !== 'other') return Number(expires);
  const typed = minutes.trim();
  if (!/^\d{1,5}$/.test(typed)) return undefined;
  const seconds = Number(typed) * 60;
  return seconds >= 60 && seconds <= LONGEST_EXPIRY_SECONDS ? seconds : undefined;
}

export type ChargeFaults = {
  amount: Fault;
  document: Fault;
  name: Fault;
  email: Fault;
  expires: Fault;
  callbackUrl: Fault;
};

/** Whether this amount (cents) needs to know who pays. */
export const documentNeeded = (rules: PaymentRules | undefined, cents: number | null): boolean => {
  if (rules?.payerNeeded) return true;
  const above = rules?.charge.documentAbove ?? null;
  return above !== null && cents !== null && cents > above;
};

/** What is wrong with each field; the amount in cents once it can be read. */
export function judgeCharge(draft: ChargeDraft, rules: PaymentRules | undefined) {
  const bounds = { min: rules?.charge.min ?? null, max: rules?.charge.max ?? null };
  const { cents, fault } = readAmount(draft.amount, bounds);
  const missing = documentNeeded(rules, cents) && draft.document.trim() === '';
  const email = draft.email.trim();
  const faults: ChargeFaults = {
    amount: fault,
    document: missing
      ? rules?.payerNeeded
        ? 'required'
        : 'document_required'
      : documentFault(draft.document),
    name: rules?.payerNeeded && draft.name.trim() === '' ? 'required' : null,
    email: email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : 'email_invalid',
    expires: expirySeconds(draft) === undefined ? 'expiry_invalid' : null,
    callbackUrl: callbackFault(draft.callbackUrl),
  };
  return { cents, bounds, faults, good: Object.values(faults).every((one) => one === null) };
}

/** As the API takes it: without empty fields, and without those that document 2 (or 1) has no place for. */
export function chargeBody(draft: ChargeDraft, cents: number, hub: boolean): ChargeBody {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const seconds = expirySeconds(draft);
  const payer = {
    ...some('name', text(draft.name)),
    ...some('document', documentKind(draft.document) ? normalizeDocument(draft.document) : undefined),
    ...some('email', text(draft.email)),
  };
  return {
    amount: cents,
    ...(typeof seconds === 'number' && !hub ? { expiresInSeconds: seconds } : {}),
    ...some('clientReference', text(draft.reference)),
    ...(hub ? {} : some('virtualAccount', text(draft.virtualAccount))),
    ...some('callbackUrl', text(draft.callbackUrl)),
    ...(hub ? some('description', text(draft.description)) : {}),
    ...(Object.keys(payer).length > 0 ? { payer } : {}),
  };
}

function some<N extends string>(name: N, value: string | undefined): { [K in N]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [K in N]?: string };
}
