import { clean, codeKind } from '#lib/core/clean.ts';
import { parseTypedBrl } from '#lib/core/money.ts';
import { type DocumentKind, documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { endToEndSpellings, readEndToEndId } from '#lib/core/pix/end-to-end-id.ts';
import { cut } from '#lib/core/text.ts';

/** One interpretation of a text in the search field. */
export type Reading =
  | { kind: 'endToEndId' | 'clientReference' | 'virtualAccount' | 'name' | 'transaction'; value: string }
  | { kind: 'document'; value: string; document: DocumentKind }
  | { kind: 'amount'; value: number };

/** A minimum or maximum amount, in cents. */
export type Bound = { kind: 'amountFrom' | 'amountTo'; value: number };

const BOUND =
  /^(?:(>=?|≥|acima de|a partir de|mais de|above|over|from)|(<=?|≤|até|abaixo de|menos de|below|under|up to))\s*(.+)$/i;

/** Parses '> 500' or 'até 1.234,56'. Null for anything else. */
export function readBound(typed: string): Bound | null {
  const [, from, , written = ''] = BOUND.exec(typed.trim()) ?? [];
  const value = parseTypedBrl(written);
  return value === null || value <= 0
    ? null
    : { kind: from === undefined ? 'amountTo' : 'amountFrom', value };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const PREFIXED_ID = /^(?:txn?|trx|tx)[_-][0-9A-Za-z_-]{6,}$/;
const WRITTEN_AMOUNT = /R\$|[.,]\d{1,2}$/i;
const WHOLE_AMOUNT = /^\d{1,7}$/;
/** Ids are opaque: any long text without spaces may be one. */
const OPAQUE_ID = /^[0-9A-Za-z_-]{16,128}$/;
const CODE = /^(?=.*[\d_#/-])\S+$/;

/**
 * The texts to search for, in order: an id without surrounding characters, an end-to-end id in its possible
 * spellings, or a document alone; last the text as a reference, which may contain any character.
 */
export function spellingsOf(typed: string): string[] {
  const text = cut(clean('reference', typed), 120);
  const endToEnd = endToEndSpellings(clean('endToEndId', text));
  const document = clean('document', text);
  const plain = documentKind(document) === null ? clean(codeKind, text) : document;
  return endToEnd.length > 0 ? endToEnd : [...new Set([plain, text])];
}

/** Every plausible reading, the likeliest first. None for an incomplete but punctuated document. */
export function readSearch(typed: string): Reading[] {
  const text = spellingsOf(typed)[0] ?? '';
  if (text === '') return [];
  const sure = certain(text);
  return sure.length === 0 && isPunctuated(text) ? [] : [...sure, ...asText(text)];
}

function certain(text: string): Reading[] {
  if (readEndToEndId(text) !== null) return [{ kind: 'endToEndId', value: text }];
  const document = documentKind(text);
  if (document !== null) return [{ kind: 'document', value: normalizeDocument(text), document }];
  if (UUID.test(text) || PREFIXED_ID.test(text)) return [{ kind: 'transaction', value: text }];
  const amount = WRITTEN_AMOUNT.test(text) ? parseTypedBrl(text) : null;
  return amount !== null && amount > 0 ? [{ kind: 'amount', value: amount }] : [];
}

function asText(text: string): Reading[] {
  const reference: Reading[] = text.length <= 64 ? [{ kind: 'clientReference', value: text }] : [];
  const account: Reading[] = text.length <= 50 ? [{ kind: 'virtualAccount', value: text }] : [];
  const name: Reading = { kind: 'name', value: text };
  if (WHOLE_AMOUNT.test(text)) {
    const cents = Number(text) * 100;
    return [...reference, ...(cents > 0 ? [{ kind: 'amount', value: cents } as const] : []), ...account];
  }
  const id: Reading[] = OPAQUE_ID.test(text) ? [{ kind: 'transaction', value: text }] : [];
  return CODE.test(text) ? [...reference, ...id, ...account, name] : [name, ...reference, ...account];
}

export type DocumentAnswer =
  | { ok: true; kind: DocumentKind; value: string }
  /** It has `has` characters, `kind` needs `takes`. */
  | { ok: false; reason: 'length'; has: number; kind: DocumentKind; takes: 11 | 14 }
  | { ok: false; reason: 'letters' | 'check-digits'; kind: DocumentKind };

/** Parses a typed CPF or CNPJ; an error names the more similar kind. Null: nothing typed. */
export function readDocument(typed: string): DocumentAnswer | null {
  const text = clean('document', typed);
  const value = normalizeDocument(text);
  if (value === '') return null;
  const known = documentKind(value);
  if (known !== null) return { ok: true, kind: known, value };
  const few = value.length <= 12 && /^\d+$/.test(value);
  const kind: DocumentKind = few && !CNPJ_SHAPE.test(text) ? 'cpf' : 'cnpj';
  const takes = kind === 'cpf' ? 11 : 14;
  if (value.length !== takes) return { ok: false, reason: 'length', has: value.length, kind, takes };
  return { ok: false, reason: /\d{2}$/.test(value) ? 'check-digits' : 'letters', kind };
}

/** The punctuation of a CPF or CNPJ, once it can no longer be an amount. */
const CPF_SHAPE = /^\d{3}\.\d{3}\.\d{1,3}(?:-\w{0,4})?$/;
const CNPJ_SHAPE = /^(?:\d{2}\.\d{3}\.\d{1,3}|\w{2}\.\w{3}\.\w{3}[-/]\w{0,6}(?:-\w{0,4})?)$/;
const isPunctuated = (text: string) => CPF_SHAPE.test(text) || CNPJ_SHAPE.test(text);

/** The error of a text with the punctuation or length of a CPF or CNPJ. Null: it is one, or unlike one. */
export function brokenDocument(typed: string): Extract<DocumentAnswer, { ok: false }> | null {
  const text = clean('document', typed);
  if (!isPunctuated(text) && !/^\d{10,15}$/.test(text)) return null;
  const answer = readDocument(text);
  return answer === null || answer.ok ? null : answer;
}
