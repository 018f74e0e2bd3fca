import { disputeResultOf, disputeWordOf } from '#lib/core/status/dispute.ts';
import { cut, cutStart } from '#lib/core/text.ts';
import type { DisputeState } from '#lib/disputes/contract.ts';
import { factNames, SECTIONS, type Sections } from '#lib/disputes/letter.ts';

/** Rules that read a dispute's fields. Pure; used on both sides. */

/** The page of one dispute; `account`: its slug. */
export const disputePath = (account: string, id: string) => `/${account}/disputes/${encodeURIComponent(id)}`;

/** Fields that tell a dispute's progress: its status, and those set only once it was answered or ended. */
export type Said = {
  status: string | null;
  defended: boolean;
  result?: string | null | undefined;
  answeredAt?: string | null | undefined;
  decidedAt?: string | null | undefined;
};

/** By its word's meaning, then by the fields beside it. In doubt it is open: hiding an open one costs money. */
export function stateOf({ status, defended, result, answeredAt, decidedAt }: Said): DisputeState {
  const said = disputeWordOf(status);
  const decided = decidedAt != null || disputeResultOf(result ?? null) !== null;
  if (said === 'closed' || (decided && said !== 'open')) return 'closed';
  return defended || answeredAt != null || said === 'answered' ? 'answered' : 'open';
}

/** Open for want of a clear word: the banks may have the answer already. Never once a defense was read. */
export function mayBeWithBank(dispute: Said): boolean {
  if (stateOf(dispute) !== 'open') return false;
  const said = disputeWordOf(dispute.status);
  return said === 'undecided' || (said === null && (dispute.status ?? '').trim() !== '');
}

export type Ending = 'kept' | 'returned' | 'withdrawn' | 'other';

/** How a closed dispute ended: AGREED gave the money back, DISAGREED kept the payment. */
export function endingOf({ status, result }: { status: string | null; result: string | null }): Ending {
  const said = disputeResultOf(result) ?? disputeResultOf(status);
  if (said === null) return 'other';
  return { agreed: 'returned', disagreed: 'kept', withdrawn: 'withdrawn' }[said] as Ending;
}

export const SITUATIONS = ['scam', 'account_takeover', 'coercion', 'fraudulent_access', 'other'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** The situation that the payer's bank seems to report; only ever a proposal. */
export function guessSituation(reason: string | null): Situation {
  const text = (reason ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (/coag|coercao|coercion|sequestr|amea[cs]|roubo|assalto/.test(text)) return 'coercion';
  if (/invadid|invasao|acessada por terceir|takeover|conta foi acess/.test(text)) return 'account_takeover';
  if (/aparelho|dispositivo|acesso fraudulento|nao reconhecid[oa] pelo aparelho|device/.test(text))
    return 'fraudulent_access';
  return /golpe|fraude|engan|scam|estelionat/.test(text) ? 'scam' : 'other';
}

export const CHECKS = [
  'charge',
  'document',
  'invoice',
  'delivery',
  'access',
  'contact',
  'earlier_payments',
  'terms',
  'refund',
] as const;
export type Check = (typeof CHECKS)[number];

/** Proofs that persuade the deciding bank, most telling first. */
const PERSUADES: Record<Situation, readonly Check[]> = {
  scam: ['charge', 'document', 'invoice', 'delivery', 'contact', 'earlier_payments', 'terms'],
  account_takeover: ['charge', 'document', 'access', 'delivery', 'earlier_payments', 'invoice', 'contact'],
  coercion: ['charge', 'document', 'delivery', 'contact', 'invoice', 'refund'],
  fraudulent_access: ['charge', 'access', 'document', 'earlier_payments', 'delivery', 'terms'],
  other: ['charge', 'document', 'invoice', 'delivery', 'contact', 'terms', 'refund'],
};

export function checksFor(situation: string | null): readonly Check[] {
  return PERSUADES[
    (SITUATIONS as readonly string[]).includes(situation ?? '') ? (situation as Situation) : 'other'
  ];
}

/** Facts that prove a point where they stand in the letter. */
const SHOWN_BY_FACT: Partial<Record<Check, readonly string[]>> = {
  charge: ['reference', 'txid', 'e2e'],
  document: ['same_document'],
  earlier_payments: ['earlier_payments'],
};
/** Words of a file's name that say what it proves. */
const SHOWN_BY_FILE: Partial<Record<Check, RegExp>> = {
  invoice: /nota|danfe|nf-?e|invoice|fatura|recibo|receipt/,
  delivery: /entreg|canhoto|rastre|deliver|track|comprovante-?de-?entrega|correios/,
  access: /acess|access|log|sess|dispositivo|device/,
  contact: /conversa|e-?mail|mensage|message|whats|chat|contato|contact/,
  terms: /termo|term|aceite|contrato|contract/,
  refund: /devoluc|reembols|refund|estorno/,
};

/** Where a point is shown: section or attachment number, from 1. `weak`: a form that is often refused. */
export type Shown = { where: 'section' | 'attachment'; number: number; weak: boolean };

/** Where the draft itself shows a point; null where only the operator can tell (a tick by hand). */
export function shownIn(
  check: Check,
  draft: { sections: Sections; attachments: readonly { name: string; mimeType: string }[] },
): Shown | null {
  const facts = SHOWN_BY_FACT[check] ?? [];
  const section = SECTIONS.findIndex((name) =>
    factNames(draft.sections[name]).some((fact) => facts.includes(fact)),
  );
  if (section >= 0) return { where: 'section', number: section + 1, weak: false };
  const words = SHOWN_BY_FILE[check];
  const fits = ({ name }: { name: string }) =>
    words?.test(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()) === true;
  const file = draft.attachments.findIndex(fits);
  if (file < 0) return null;
  // A bare picture of a conversation is often refused; as a PDF it is not.
  const weak = check === 'contact' && draft.attachments[file]?.mimeType !== 'application/pdf';
  return { where: 'attachment', number: file + 1, weak };
}

/** Letters to begin with; their words stand in the messages under `templates.<id>.<section>`. */
export const TEMPLATES = [
  { id: 'scam_delivered', situation: 'scam' },
  { id: 'scam_service', situation: 'scam' },
  { id: 'takeover_delivered', situation: 'account_takeover' },
  { id: 'coercion_delivered', situation: 'coercion' },
  { id: 'access_known_buyer', situation: 'fraudulent_access' },
  { id: 'other_regret', situation: 'other' },
] as const satisfies readonly { id: string; situation: Situation }[];

/** The name of a dispute on screen and in notices: its id, shortened in the middle where it would fill the line. */
export function disputeName({ id }: { id: string }): string {
  return id.length <= 14 ? id : `${cut(id, 8)}…${cutStart(id, 4)}`;
}

/** A dispute's deadline: when it is, and how near. Pure; used on both sides. */

const HOUR = 3_600_000;

/** The provider's deadline, else opening + the account's window (hours), marked estimated. ISO 8601 UTC. */
export function deadlineOf(
  { deadline, openedAt }: { deadline: string | null; openedAt: string | null },
  windowHours: number,
): { at: string | null; estimated: boolean } {
  if (deadline !== null) return { at: deadline, estimated: false };
  const opened = openedAt === null ? Number.NaN : Date.parse(openedAt);
  if (Number.isNaN(opened)) return { at: null, estimated: false };
  return { at: new Date(opened + windowHours * HOUR).toISOString(), estimated: true };
}

export type Step = 'calm' | 'under48' | 'under24' | 'under6' | 'over';

/** How near a deadline is; `msLeft` may be negative. */
export function stepOf(msLeft: number): Step {
  if (msLeft <= 0) return 'over';
  if (msLeft < 6 * HOUR) return 'under6';
  if (msLeft < 24 * HOUR) return 'under24';
  return msLeft < 48 * HOUR ? 'under48' : 'calm';
}
