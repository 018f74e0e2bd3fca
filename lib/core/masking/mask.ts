/** Masks personal data in a whole answer, by field name and by pattern (raw JSON, bodies, messages). */
import {
  isCompany,
  maskDocument,
  maskDocumentsIn,
  maskEmail,
  maskName,
  maskPatterns,
  maskPerson,
  maskPhone,
  maskPixKey,
} from './mask-forms.ts';

/** `names`: people's names stay (roles with `reveal`), as companies' always do; everything else is masked. */
export type MaskOptions = { names: boolean };

type Context = MaskOptions & {
  people: RegExp | null;
};

type Fields = Record<string, unknown>;
type FieldKind = 'document' | 'email' | 'phone' | 'key' | 'name' | 'image' | 'reference' | 'text';

const FIELDS: readonly (readonly [FieldKind, RegExp])[] = [
  ['document', /(?:documents?|documentnumber|documento|cpf|cnpj|cpfcnpj|cpforcnpj|taxid)$/],
  ['email', /e?mails?$/],
  ['phone', /(?:phones?|phonenumber|telefone|celular|mobile|whatsapp)$/],
  ['key', /(?:pixkeys?|dictkey|chave|chavepix)$|^key$/],
  ['name', /(?:name|nome|holder|titular|beneficiary|payer|receiver|debtor|creditor)$/],
  ['image', /base64$/],
  ['reference', /(?:id|ids|reference|txid|virtualaccount)$/],
];
const NOT_A_PERSON =
  /(?:institution|bank|file|event|host|field|product|plan|branch|city|domain|type|status)name$/;
const WHOLE_DOCUMENT = /^(?:document|documento|cpf|cnpj|cpf_?cnpj|tax_?id)(?:_?number)?$/i;
/** Deepest nesting to search: no honest provider sends anything deeper. */
const DEEPEST = 64;

/** The kind of data that a field of this name usually holds. */
export function fieldKind(field: string): FieldKind {
  const word = field.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (NOT_A_PERSON.test(word)) return 'text';
  return FIELDS.find(([, pattern]) => pattern.test(word))?.[0] ?? 'text';
}

/** A copy of any JSON value without personal data. Numbers that are documents become masked text. */
export function maskDeep(value: unknown, options: MaskOptions): unknown {
  return walk(value, '', {}, { ...options, people: options.names ? null : peopleIn(value) }, 0);
}

/** Masks a provider's message or body. JSON inside it, whole or cut, is masked by its field names. */
export const maskText = (text: string, options: MaskOptions): string =>
  maskPlainText(text, { ...options, people: null });

function walk(value: unknown, field: string, siblings: Fields, context: Context, depth: number): unknown {
  if (depth > DEEPEST) return '***';
  if (typeof value === 'string') return maskField(value, field, siblings, context);
  const number = numberText(value);
  if (number !== null) return isSensitiveNumber(field) ? maskField(number, field, siblings, context) : value;
  if (Array.isArray(value)) return value.map((item) => walk(item, field, siblings, context, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => [
      maskPatterns(name, { names: context.names, numbers: 'valid' }),
      walk(inner, isGeneric(name) && field !== '' ? field : name, fields, context, depth + 1),
    ]),
  );
}

/** In `document: { type, number }` the outer name shows the kind of data, the inner ones do not. */
const isGeneric = (name: string): boolean => /^(?:number|value|numero|valor|raw)$/i.test(name);

const isSensitiveNumber = (field: string): boolean => ['document', 'phone', 'key'].includes(fieldKind(field));

/** The text of a number or of a `JSON.rawJSON` value; else null. */
function numberText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  const { isRawJSON } = JSON as { isRawJSON?: (value: unknown) => boolean };
  if (isRawJSON?.(value) !== true) return null;
  return (value as { rawJSON: string }).rawJSON;
}

function maskField(text: string, field: string, siblings: Fields, context: Context): string {
  if (text === '') return text;
  switch (fieldKind(field)) {
    case 'document':
      return maskDocument(text);
    case 'email':
      return maskEmail(text);
    case 'phone':
      return maskPhone(text);
    case 'key':
      return maskPixKey(text, relatedKeyType(siblings));
    case 'image':
      return '***';
    case 'name':
      return isFile(siblings)
        ? maskPlainText(text, context)
        : maskNameField(text, relatedDocument(field, siblings), context);
    case 'reference':
      return hideNames(maskPatterns(text, { ...context, numbers: 'valid' }), context.people);
    case 'text':
      return maskPlainText(text, context);
  }
}

/** Masks a name, and patterns in it too: a sole trader's company name may contain a CPF. */
export function maskNameField(text: string, document: string | null, options: MaskOptions): string {
  // A reader who may see names sees them whole; only documents with valid check digits are masked.
  if (options.names) return maskDocumentsIn(text);
  return maskPatterns(maskName(text, document), { names: false, numbers: 'any' });
}

/** The document of a name field's object: `payerName` → `payerDocument`, `name` → `document` or a tax id. */
export function relatedDocument(field: string, siblings: Fields): string | null {
  const stem = field.replace(/_?(?:name|nome)$/i, '').toLowerCase();
  for (const [name, value] of Object.entries(siblings)) {
    if (!name.toLowerCase().startsWith(stem)) continue;
    const rest = name.slice(stem.length).replace(/^_/, '');
    const text = typeof value === 'string' ? value : numberText(value);
    if (text !== null && WHOLE_DOCUMENT.test(rest)) return text;
  }
  return null;
}

function relatedKeyType(siblings: Fields): string | null {
  const type = Object.entries(siblings).find(([name]) => /(?:pix|key)_?type$/i.test(name))?.[1];
  return typeof type === 'string' ? type : null;
}

const isFile = (siblings: Fields): boolean => 'mimeType' in siblings || 'contentType' in siblings;

function maskPlainText(text: string, context: Context): string {
  const inner = text.includes('":') || text.includes('" :') ? maskJsonText(text, context) : text;
  return hideNames(maskPatterns(inner, { ...context, numbers: 'any' }), context.people);
}

const PAIR = /"([\w.-]{1,64})"(\s{0,8}:\s{0,8})(?:"((?:[^"\\]|\\.){0,4096})("|\\?$)|(\d{8,20}))/g;

/** Masks JSON inside text: only values of fields that hold personal data change. */
function maskJsonText(text: string, context: Context): string {
  const documents = documentsIn(text);
  return text.replace(
    PAIR,
    (pair, field: string, colon: string, quoted?: string, end?: string, digits?: string) => {
      const kind = fieldKind(field);
      if (kind === 'text' || kind === 'reference') return pair;
      if (quoted === undefined && !isSensitiveNumber(field)) return pair;
      const masked = maskField(quoted ?? digits ?? '', field, documents, context);
      return `"${field}"${colon}"${masked}${end ?? '"'}`;
    },
  );
}

/** Fields that occur once in a JSON text: only those certainly belong to a name in it. */
function documentsIn(text: string): Fields {
  const seen = Object.create(null) as Record<string, string | null>;
  for (const [, field = '', , quoted, , digits] of text.matchAll(PAIR))
    seen[field] = field in seen ? null : (quoted ?? digits ?? null);
  return seen;
}

/** People's names (two words and more) anywhere in a value, as one pattern. */
function peopleIn(value: unknown): RegExp | null {
  const names = new Set<string>();
  const visit = (inner: unknown, field: string, siblings: Fields, depth: number): void => {
    if (depth > DEEPEST) return;
    if (typeof inner === 'string' && isPersonField(inner, field, siblings)) names.add(inner);
    else if (Array.isArray(inner)) for (const item of inner) visit(item, field, siblings, depth + 1);
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, deeper] of Object.entries(inner)) visit(deeper, name, inner as Fields, depth + 1);
  };
  visit(value, '', {}, 0);
  return namesPattern([...names]);
}

const isPersonField = (text: string, field: string, siblings: Fields): boolean =>
  fieldKind(field) === 'name' && !isFile(siblings) && !isCompany(text, relatedDocument(field, siblings));

/** One pattern for several full names, longest first; null if there are none. */
export function namesPattern(names: readonly string[]): RegExp | null {
  const full = names.map((name) => name.trim()).filter((name) => /\S\s+\S{2}/.test(name));
  if (full.length === 0) return null;
  const sorted = full.sort((a, b) => b.length - a.length);
  const escaped = sorted.map((name) => name.split(/\s+/).map(RegExp.escape).join('\\s+'));
  return new RegExp(`(?<!\\p{L})(?:${escaped.join('|')})(?!\\p{L})`, 'giu');
}

/** Masks each of these names in the text; hides all of it if the engine refuses the pattern as too large. */
export function hideNames(text: string, people: RegExp | null): string {
  try {
    return people === null ? text : text.replace(people, (name) => maskPerson(name));
  } catch {
    return '***';
  }
}

/** Document 1's and document 2's types of a payment that the account itself requested. */
const OWN_CHARGES = new Set<unknown>(['DEPOSIT', 'PAYMENT']);

/** True for the account's own code, meant to be shared; others may contain somebody else's key and name. */
export const isOwnCharge = ({ type, way }: { type?: unknown; way?: unknown }): boolean =>
  OWN_CHARGES.has(type) && way !== 'out' && way !== 'untold';
