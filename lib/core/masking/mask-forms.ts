/** Masks each kind of personal data, alone or in text. Masking a masked value again changes nothing. */

import { documentKind, normalizeDocument } from '../pix/documents.ts';
import { PIX_KEY_KINDS, type PixKeyKind, pixKeyKind } from '../pix/pix-key.ts';

/** CPF '***.456.789-**', CNPJ '**.318.447/****-**'; any other text becomes '***'. */
export function maskDocument(text: string): string {
  const places = text.replace(/[^0-9A-Za-z*]/g, '').toUpperCase();
  if (/^[\d*]{11}$/.test(places)) return `***.${places.slice(3, 6)}.${places.slice(6, 9)}-**`;
  if (/^[0-9A-Z*]{12}[\d*]{2}$/.test(places)) return `**.${places.slice(2, 5)}.${places.slice(5, 8)}/****-**`;
  return text === '' ? '' : '***';
}

/** 'a***@d***.br' */
export function maskEmail(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 1 || at === text.length - 1) return '***';
  const [local = ''] = text.slice(0, at);
  const domain = text.slice(at + 1);
  const [first = ''] = domain;
  const dot = domain.lastIndexOf('.');
  return `${local}***@${first}***${dot > 0 ? domain.slice(dot) : ''}`;
}

/** '+55 ** *****-1234'; another country's code is hidden. */
export function maskPhone(text: string): string {
  const places = text.replace(/[^\d*]/g, '');
  if (places.length < 8) return '***';
  const brazil = /^\s*\+55/.test(text) || (/^55\d{10,11}$/.test(places) && !text.trim().startsWith('+'));
  const national = !text.trim().startsWith('+') && /^\d{10,11}$/.test(places);
  return `+${brazil || national ? '55' : '**'} ** *****-${places.slice(-4)}`;
}

const maskRandomKey = (text: string): string => text.slice(0, -4).replace(/[0-9a-z]/gi, '*') + text.slice(-4);

/** Masks a Pix key by its type (document 1's value, else its shape); an unknown key becomes '***'. */
export function maskPixKey(text: string, type?: string | null): string {
  switch (keyKind(text, type)) {
    case 'cpf':
    case 'cnpj':
      return maskDocument(text);
    case 'email':
      return maskEmail(text);
    case 'phone':
      return maskPhone(text);
    case 'evp':
      return maskRandomKey(text.trim());
    default:
      return '***';
  }
}

/** Masks the key inside a copy-and-paste code without changing its length: the code stays readable. */
export function maskKeyInPlace(key: string): string {
  switch (keyKind(key)) {
    case 'cpf':
      return `***${key.slice(3, 9)}**`;
    case 'cnpj':
      return `**${key.slice(2, 8)}******`;
    case 'phone':
      return key.slice(0, 3) + '*'.repeat(key.length - 7) + key.slice(-4);
    case 'evp':
      return maskRandomKey(key);
    default:
      return '*'.repeat(key.length);
  }
}

/** Stars count as digits, so that a masked key keeps its kind. */
function keyKind(text: string, type?: string | null): PixKeyKind | null {
  const named = PIX_KEY_KINDS.find((kind) => kind === type?.toLowerCase());
  return named ?? pixKeyKind(text.replaceAll('*', '0'));
}

const COMPANY_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:ltda|limitada|ltd|inc|llc|eireli|epp|mei|me$|s[./]\s?a\.?|cia|companhia|empresa|banco|` +
    'cooperativa|associacao|instituto|fundacao|igreja|condominio|prefeitura|municipio|secretaria|sindicato|' +
    'hospital|clinica|laboratorio|farmacia|drogaria|colegio|escola|faculdade|universidade|academia|' +
    'supermercados?|padaria|restaurante|lanchonete|lojas?|magazine|comercio|comercial|industrias?|servicos|' +
    'solucoes|tecnologia|sistemas|informatica|telecom|pagamentos?|seguros|seguradora|corretora|imobiliaria|' +
    'construtora|engenharia|consultoria|contabilidade|advogados|transportes?|transportadora|logistica|' +
    'distribuidora|importadora|editora|grafica|metalurgica|marcenaria|oficina|posto|hotel|pousada|turismo|' +
    String.raw`energia|agropecuaria|holding|participacoes|empreendimentos|investimentos|filial|matriz)(?!\p{L})`,
  'iu',
);

/** Decides by the holder's document if there is one, else by words that only companies' names contain. */
export function isCompany(name: string, document?: string | null): boolean {
  const places = normalizeDocument((document ?? '').replaceAll('*', '0'));
  if (places.length === 11) return false;
  if (places.length === 14) return true;
  return COMPANY_WORDS.test(name.normalize('NFD').replace(/\p{M}/gu, ''));
}

/** A person's 'Ana Maria Souza' → 'Ana S.'; a company's name in full. */
export const maskName = (name: string, document?: string | null): string =>
  isCompany(name, document) ? name : maskPerson(name);

/** First name and the last one's initial; parts without letters (numbers in a name) are left out. */
export function maskPerson(name: string): string {
  const parts = name.split(/[\s_]+/).filter((word) => /\p{L}/u.test(word));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return name.trim();
  if (parts.length === 1) return first;
  const [initial = ''] = last.replace(/^[^\p{L}]+/u, '');
  return `${first} ${initial}.`;
}

/** Which numbers to mask: `any` of 11 or 14 digits, or only those with valid check digits. */
export type Strictness = 'any' | 'valid';

// All repetitions are bounded: these patterns run over provider text of any length.
const EMAIL = /[^\s@<>"'`,;:()[\]{}/?=&|\\]{1,64}(@|%40)((?:[A-Za-z0-9*-]{1,63}\.){1,6}[A-Za-z]{2,24})/g;
const WRITTEN_CNPJ = /(?<![\w*])[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}\/[0-9A-Za-z]{4}-\d{2}(?!\w)/g;
const WRITTEN_CPF = /(?<![\w*])\d{3}[. ]\d{3}[. ]\d{3}[-. ]\d{2}(?!\w)/g;
const PLAIN = /(?<![0-9A-Za-z])(?:\d{11}|[0-9A-Z]{12}\d{2})(?![0-9A-Za-z])/gi;
const AFTER_ITS_WORD = /(?<=cpf|cnpj|doc)(?:\d{14}|\d{11})(?!\d)/gi;
const PHONES = [
  /(?<![\w+*])\+\d[\d ().-]{6,18}\d(?!\w)/g,
  /(?<!\w)\(\d{2}\) ?9?[ .-]?\d{4}[ .-]?\d{4}(?!\w)/g,
  /(?<!\w)\d{2} 9?[ .-]?\d{4}-\d{4}(?!\w)/g,
  /(?<!\w)55\d{10,11}(?!\w)/g,
];
const CODE = /br\.gov\.bcb\.pix/i;
const ANY = new RegExp(
  [
    '@|%40',
    ...[CODE, WRITTEN_CNPJ, WRITTEN_CPF, PLAIN, AFTER_ITS_WORD, ...PHONES].map((one) => one.source),
  ].join('|'),
  'i',
);

/** Every pattern needs two digits in a row, or an @. */
const worthReading = (text: string) => /@|\d\d/.test(text) && ANY.test(text);

/** Masks documents, e-mails, phones and keys in Pix codes; people's names only in codes, unless `names`. */
export function maskPatterns(text: string, options: { names: boolean; numbers: Strictness }): string {
  if (!worthReading(text)) return text;
  const codes = maskCodes(text, options.names);
  // EMAIL is the most expensive of these patterns: it runs only if there is an @.
  let masked = (/@|%40/.test(codes) ? codes.replace(EMAIL, maskEmailInText) : codes)
    .replace(WRITTEN_CNPJ, maskDocument)
    .replace(WRITTEN_CPF, maskDocument)
    .replace(AFTER_ITS_WORD, maskDocument);
  for (const phone of PHONES) masked = masked.replace(phone, (found) => maskPhone(found));
  return masked.replace(PLAIN, (found) => maskPlain(found, options.numbers));
}

/** Masks a reference, an id or an address for all readers: only what is proven to be personal data. */
export const maskReference = (text: string): string => maskPatterns(text, { names: false, numbers: 'valid' });

/** Masks only documents with valid check digits; what merely looks like one stays. */
export function maskDocumentsIn(text: string): string {
  if (!/\d\d/.test(text)) return text;
  const proven = (found: string) =>
    documentKind(found.replace(/[^0-9A-Za-z]/g, '').toUpperCase()) === null ? found : maskDocument(found);
  return text.replace(WRITTEN_CNPJ, proven).replace(WRITTEN_CPF, proven).replace(PLAIN, proven);
}

function maskEmailInText(found: string, at: string): string {
  return at === '@' ? maskEmail(found) : maskEmail(found.replace(/%40(?!.*%40)/, '@')).replace('@', at);
}

function maskPlain(found: string, numbers: Strictness): string {
  // 14 letters and digits are mostly an id. To count as a CNPJ they need capitals and valid check digits.
  const proven = !/[a-z]/.test(found) && documentKind(found) !== null;
  return proven || (numbers === 'any' && /^\d+$/.test(found)) ? maskDocument(found) : found;
}

const KEY_IN_CODE = /(br\.gov\.bcb\.pix01)(\d{2})/gi;
const NAME_IN_CODE = /(5802BR59)(\d{2})/g;
const CHECKSUM = /6304[0-9A-Fa-f]{4}(?![0-9A-Za-z])/g;

/** Masks a static code's key, name and checksum, at the same length: readable, even cut, but not payable. */
function maskCodes(text: string, names: boolean): string {
  if (!CODE.test(text)) return text;
  let company = false;
  let masked = replaceCounted(text, KEY_IN_CODE, (key) => {
    company ||= /^[0-9A-Z*]{14}$/i.test(key);
    return maskKeyInPlace(key);
  });
  if (!names && !company) {
    masked = replaceCounted(masked, NAME_IN_CODE, (name) =>
      isCompany(name) ? name : maskPerson(name).padEnd(name.length, '*').slice(0, name.length),
    );
  }
  return masked === text ? text : masked.replace(CHECKSUM, '6304****');
}

/** Replaces the text after each match: as many characters as its two digits state, or as remain. */
function replaceCounted(text: string, before: RegExp, mask: (value: string) => string): string {
  let done = '';
  let from = 0;
  for (const match of text.matchAll(before)) {
    const start = match.index + match[0].length;
    const end = Math.min(start + Number(match[2]), text.length);
    if (match.index < from) continue;
    done += text.slice(from, start) + mask(text.slice(start, end));
    from = end;
  }
  return done + text.slice(from);
}
