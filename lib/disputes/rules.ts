import type { FormDescription } from '#lib/core/form.ts';
import { disputeResultOf, disputeWordOf } from '#lib/core/status/dispute.ts';
import { cut, cutStart } from '#lib/core/text.ts';
import type { DisputeState } from '#lib/disputes/contract.ts';
import { factNames, SECTIONS, type Sections } from '#lib/disputes/letter.ts';

/** Path of a dispute's page. `account`: its slug. */
export const disputePath = (account: string, id: string) => `/${account}/disputes/${encodeURIComponent(id)}`;

/** Fields that show a dispute's progress: its status, and those set only after an answer or a decision. */
type ProgressFields = {
  status: string | null;
  defended: boolean;
  result?: string | null | undefined;
  answeredAt?: string | null | undefined;
  decidedAt?: string | null | undefined;
};

/** By the status, then by the other fields. If uncertain it is open: hiding an open dispute costs money. */
export function stateOf({ status, defended, result, answeredAt, decidedAt }: ProgressFields): DisputeState {
  const meaning = disputeWordOf(status);
  const decided = decidedAt != null || disputeResultOf(result ?? null) !== null;
  if (meaning === 'closed' || (decided && meaning !== 'open')) return 'closed';
  return defended || answeredAt != null || meaning === 'answered' ? 'answered' : 'open';
}

/** Open only because its status is unclear: the banks may have the answer. False once a defense was read. */
export function mayBeWithBank(dispute: ProgressFields): boolean {
  if (stateOf(dispute) !== 'open') return false;
  const meaning = disputeWordOf(dispute.status);
  return meaning === 'undecided' || (meaning === null && (dispute.status ?? '').trim() !== '');
}

const ENDINGS = { agreed: 'returned', disagreed: 'kept', withdrawn: 'withdrawn' } as const;

/** How a closed dispute ended: AGREED gave the money back, with DISAGREED the payment stays. */
export function endingOf({ status, result }: { status: string | null; result: string | null }) {
  const meaning = disputeResultOf(result) ?? disputeResultOf(status);
  return meaning === null ? 'other' : ENDINGS[meaning];
}

export const SITUATIONS = ['scam', 'account_takeover', 'coercion', 'fraudulent_access', 'other'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Lower case without accents. */
export const plainLower = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Guesses the situation that the payer's bank reports; a suggestion only. */
export function guessSituation(reason: string | null): Situation {
  const text = plainLower(reason ?? '');
  if (/coag|coercao|coercion|sequestr|amea[cs]|roubo|assalto/.test(text)) return 'coercion';
  if (/invadid|invasao|acessada por terceir|takeover|conta foi acess/.test(text)) return 'account_takeover';
  if (/aparelho|dispositivo|acesso fraudulento|nao reconhecid[oa] pelo aparelho|device/.test(text))
    return 'fraudulent_access';
  return /golpe|fraude|engan|scam|estelionat/.test(text) ? 'scam' : 'other';
}

/** Arguments that persuade the deciding bank, strongest first. */
const PERSUADES = {
  scam: ['charge', 'document', 'invoice', 'delivery', 'contact', 'earlier_payments', 'terms'],
  account_takeover: ['charge', 'document', 'access', 'delivery', 'earlier_payments', 'invoice', 'contact'],
  coercion: ['charge', 'document', 'delivery', 'contact', 'invoice', 'refund'],
  fraudulent_access: ['charge', 'access', 'document', 'earlier_payments', 'delivery', 'terms'],
  other: ['charge', 'document', 'invoice', 'delivery', 'contact', 'terms', 'refund'],
} as const satisfies Record<Situation, readonly string[]>;
type Check = (typeof PERSUADES)[Situation][number];

export const checksFor = (situation: string | null): readonly Check[] =>
  PERSUADES[SITUATIONS.find((known) => known === situation) ?? 'other'];

/** Facts that make an argument when the letter contains them. */
const SHOWN_BY_FACT: Partial<Record<Check, readonly string[]>> = {
  charge: ['reference', 'txid', 'e2e'],
  document: ['same_document'],
  earlier_payments: ['earlier_payments'],
};
/** Words in a file name that show which argument it proves. */
const SHOWN_BY_FILE: Partial<Record<Check, RegExp>> = {
  invoice: /nota|danfe|nf-?e|invoice|fatura|recibo|receipt/,
  delivery: /entreg|canhoto|rastre|deliver|track|comprovante-?de-?entrega|correios/,
  access: /acess|access|log|sess|dispositivo|device/,
  contact: /conversa|e-?mail|mensage|message|whats|chat|contato|contact/,
  terms: /termo|term|aceite|contrato|contract/,
  refund: /devoluc|reembols|refund|estorno/,
};

type File = { name: string; mimeType: string };
/** Where the draft shows an argument, from 1. `weak`: in a form that banks often refuse. */
type Shown = { where: 'section' | 'attachment'; number: number; weak: boolean };

/** Where the draft itself shows an argument; null if only the operator knows (a tick by hand). */
export function shownIn(
  check: Check,
  draft: { sections: Sections; attachments: readonly File[] },
): Shown | null {
  const shows = (fact: string) => SHOWN_BY_FACT[check]?.includes(fact) === true;
  const section = SECTIONS.findIndex((name) => factNames(draft.sections[name]).some(shows));
  if (section >= 0) return { where: 'section', number: section + 1, weak: false };
  const file = draft.attachments.findIndex(({ name }) => SHOWN_BY_FILE[check]?.test(plainLower(name)));
  if (file < 0) return null;
  // Banks often refuse a picture of a conversation; they accept it as a PDF.
  const weak = check === 'contact' && draft.attachments[file]?.mimeType !== 'application/pdf';
  return { where: 'attachment', number: file + 1, weak };
}

/** Where the draft makes an argument: a section or attachment (from 1), or `hand` (ticked). */
type Place = { in: 'section' | 'attachment'; number: number } | { in: 'hand' };
export type CheckState = { check: Check; state: 'done' | 'weak' | 'open'; place: Place | null };

/** Phrases that make an argument in a section's own text, without a fact token. */
const PATTERNS: Partial<Record<Check, RegExp>> = {
  charge: /\b(pedido|cobran[cç]a|txid)\b.{0,20}\d/i,
  document: /documento do pagador[^.]{0,40}(mesmo|igual)|mesmo (cpf|cnpj|documento)/i,
  invoice: /(nota fiscal|\bnf-?e?\b|danfe)[^.]{0,20}\d/i,
  delivery: /entreg(ue|a)[^.[\]]{0,60}\d{1,2}\/\d{1,2}|assinad[oa] por|rastre(io|amento) [A-Z\d]/i,
  access: /\bIP\b[^.]{0,20}\d|acesso em \d/i,
  contact: /compradora? (confirmou|disse|pediu|respondeu)|confirmou o recebimento/i,
  earlier_payments: /\d+ compras? anterior/i,
  terms: /aceit(ou|e|os)[^.]{0,30}termos|termos[^.]{0,20}aceit/i,
  refund: /(devolvid|devolu[cç][aã]o|reembols)[^.]{0,40}\d/i,
};

/** A tick counts only if the draft does not show the argument. `unknown`: facts without a value. */
export function checklist(
  situation: string | null,
  { sections: written, checked }: { sections: Sections; checked: readonly string[] },
  attachments: readonly File[],
  unknown: readonly string[] = [],
): CheckState[] {
  const named = SECTIONS.map((name) => [name, withoutGaps(written[name], unknown)]);
  const sections = Object.fromEntries(named) as Sections;
  return checksFor(situation).map((check) => {
    const shown = shownIn(check, { sections, attachments });
    if (shown !== null)
      return { check, state: shown.weak ? 'weak' : 'done', place: { in: shown.where, number: shown.number } };
    const section = SECTIONS.findIndex((name) => PATTERNS[check]?.test(sections[name]) === true);
    if (section !== -1) return { check, state: 'done', place: { in: 'section', number: section + 1 } };
    if (checked.includes(check)) return { check, state: 'done', place: { in: 'hand' } };
    return { check, state: 'open', place: null };
  });
}

/** Removes sentences that still have a gap; they do not count as an argument. */
function withoutGaps(text: string, unknown: readonly string[]): string {
  const isOpen = (sentence: string) =>
    gapsIn(sentence).length > 0 || factNames(sentence).some((name) => unknown.includes(name));
  return text
    .split(/(?<=[.!?;]\s|\n)/)
    .map((sentence) => (isOpen(sentence) ? '.\n' : sentence))
    .join('');
}

/** Finds the bracketed gaps that a template leaves to fill in, such as `[data]`. `end` is exclusive. */
export function gapsIn(text: string): { start: number; end: number }[] {
  const gaps = text.matchAll(/\[[^[\]\n]{2,60}\]/g);
  return [...gaps].map(({ 0: gap, index: start }) => ({ start, end: start + gap.length }));
}

/** Letter templates. Their texts are the messages `templates.<id>.<section>`. */
export const TEMPLATES = [
  { id: 'scam_delivered', situation: 'scam' },
  { id: 'scam_service', situation: 'scam' },
  { id: 'takeover_delivered', situation: 'account_takeover' },
  { id: 'coercion_delivered', situation: 'coercion' },
  { id: 'access_known_buyer', situation: 'fraudulent_access' },
  { id: 'other_regret', situation: 'other' },
] as const satisfies readonly { id: string; situation: Situation }[];

/** A dispute's name on screen and in notices: its id, with the middle cut out if it is long. */
export function disputeName({ id }: { id: string }): string {
  return id.length <= 14 ? id : `${cut(id, 8)}…${cutStart(id, 4)}`;
}

const HOUR = 3_600_000;

/** The provider's deadline, else opening time plus the account's window (hours), estimated. ISO 8601 UTC. */
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

/** Urgency of a deadline; `msLeft` may be negative. */
export function stepOf(msLeft: number): Step {
  if (msLeft <= 0) return 'over';
  if (msLeft < 6 * HOUR) return 'under6';
  if (msLeft < 24 * HOUR) return 'under24';
  return msLeft < 48 * HOUR ? 'under48' : 'calm';
}

/** Form of a team note; its limit is the contract's (characters). */
export const noteForm: FormDescription<{ text: string }, null, { text: string }> = {
  blank: { text: '' },
  fields: { text: { kind: 'lines', most: 4_000 } },
  body: ({ text }) => ({ text: text.trim() }),
};
