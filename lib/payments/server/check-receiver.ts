import 'server-only';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { directoryKey } from '#lib/core/pix/pix-key.ts';
import type { ApprovalCheck } from '#lib/payments/contract.ts';
import type { Shown } from '#lib/payments/server/recipient-token.ts';
import type { KeyHolder } from '#lib/providers/money-records.ts';

/** Compares the directory's answer with the holder the requester saw and with the key. Calls no provider. */

export type Check = Pick<ApprovalCheck, 'name' | 'state'> & Partial<ApprovalCheck>;
type Holder = Pick<KeyHolder, 'name' | 'document' | 'institutionName'>;

/** Checks that the key still has the holder its requester saw. Fields missing on one side are skipped. */
export function sameHolder(shown: Shown | undefined, now: Holder): Check {
  const pairs = [
    ['name', shown?.name, now.name, sameName],
    ['document', shown?.document, now.document, sameDocument],
    ['institution', shown?.institution, now.institutionName, sameName],
  ] as const;
  const comparable = pairs.filter(([, before, after]) => before && after);
  const other = comparable.find(([, before, after, same]) => !same(before ?? '', after ?? ''));
  if (other !== undefined) return { name: 'key', state: 'fails', why: other[0] };
  if (comparable.length === 0) return { name: 'key', state: 'note', why: 'not_seen' };
  return { name: 'key', state: 'ok', at: shown?.seenAt ?? null };
}

/**
 * Checks that a CPF or CNPJ key matches the holder's document. Null: another kind of key, or no document
 * reported.
 */
export function keyIsDocument(key: string, type: string | null, { document }: Holder): Check | null {
  const kind = type?.toLowerCase();
  if ((kind !== 'cpf' && kind !== 'cnpj') || !document) return null;
  return { name: 'document', state: sameDocument(key, document) ? 'ok' : 'fails' };
}

/** A service sometimes masks documents with stars. Then only the visible digits are compared. */
function sameDocument(one: string, other: string): boolean {
  const plain = [one, other].some((text) => text.includes('*')) ? maskDocument : normalizeDocument;
  return plain(one) === plain(other);
}

const sameName = (one: string, other: string) => plainName(one) === plainName(other);
const plainName = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whether the key shown by the provider is this one. Null: unclear. Services mask keys differently and omit a
 * phone's country code, so only a shown key that cannot match counts as another one.
 */
export function isKey(told: string | null, key: string, type: string | null): boolean | null {
  if (told === null) return null;
  const form = (text: string) => (directoryKey(text, type) ?? text.trim()).toLowerCase();
  if (form(told) === form(key)) return true;
  if (!told.includes('*')) return isShorter(told, key) || isShorter(key, told) ? null : false;
  if (!fitsStars(told, key)) return false;
  return maskPixKey(told, type) === maskPixKey(key, type) ? true : null;
}

const bare = (text: string) => text.replace(/[^0-9a-z*@]/gi, '').toLowerCase();

/**
 * Whether the visible parts appear in the key in this order. An e-mail key must also begin with the first
 * part.
 */
function fitsStars(starred: string, key: string): boolean {
  const [first = '', ...others] = bare(starred).split('*');
  if (starred.includes('@') && !bare(key).startsWith(first)) return false;
  let rest = bare(key);
  for (const open of [first, ...others]) {
    const at = rest.indexOf(open);
    if (at === -1) return false;
    rest = rest.slice(at + open.length);
  }
  return true;
}

/** Whether `one` is the phone number `other` without its country code. */
const isShorter = (one: string, other: string) =>
  /^[\d\s().+-]+$/.test(one) && bare(one).length >= 10 && bare(other).endsWith(bare(one));
