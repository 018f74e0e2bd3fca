/** Masks each kind of personal data. Masking a masked value again changes nothing. */

import { lookupTable } from '../lookup-table.ts';
import { normalizeDocument } from '../pix/documents.ts';
import { type PixKeyKind, pixKeyKind } from '../pix/pix-key.ts';

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

function maskRandomKey(text: string): string {
  return text.slice(0, -4).replace(/[0-9a-z]/gi, '*') + text.slice(-4);
}

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

/**
 * Masks the key inside a copy-and-paste code without changing its length, so that the code can still be taken
 * apart.
 */
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

const KEY_WORDS = lookupTable<PixKeyKind>({
  cpf: 'cpf',
  cnpj: 'cnpj',
  email: 'email',
  phone: 'phone',
  evp: 'evp',
});

/** Stars count as digits, so that a masked key keeps its kind. */
function keyKind(text: string, type?: string | null): PixKeyKind | null {
  return KEY_WORDS[type?.toLowerCase() ?? ''] ?? pixKeyKind(text.replaceAll('*', '0'));
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
  const places = normalizeStarred(document ?? '');
  if (places.length === 11) return false;
  if (places.length === 14) return true;
  return COMPANY_WORDS.test(name.normalize('NFD').replace(/\p{M}/gu, ''));
}

function normalizeStarred(document: string): string {
  return normalizeDocument(document.replaceAll('*', '0'));
}

/** A person's 'Ana Maria Souza' → 'Ana S.'; a company's name in full. */
export function maskName(name: string, document?: string | null): string {
  return isCompany(name, document) ? name : maskPerson(name);
}

/** First name and the last one's initial; words without letters (numbers in a name) are left out. */
export function maskPerson(name: string): string {
  const words = name.split(/[\s_]+/).filter((word) => /\p{L}/u.test(word));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return name.trim();
  if (words.length === 1) return first;
  const [initial = ''] = last.replace(/^[^\p{L}]+/u, '');
  return `${first} ${initial}.`;
}
