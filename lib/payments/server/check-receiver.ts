import 'server-only';
import { maskDocument, maskPixKey } from '#lib/core/masking/mask-forms.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { directoryKey } from '#lib/core/pix/pix-key.ts';
import type { ApprovalCheck } from '#lib/payments/contract.ts';
import type { Shown } from '#lib/payments/server/recipient-token.ts';
import type { KeyHolder } from '#lib/providers/money-records.ts';

/** Compares the directory's answer with the holder the requester saw and with the key. Asks no provider. */

export type Check = Pick<ApprovalCheck, 'name' | 'state'> & Partial<ApprovalCheck>;
type Holder = Pick<KeyHolder, 'name' | 'document' | 'institutionName'>;

/** Checks that the key still has the holder its requester saw. A field that one side lacks is skipped. */
export function sameHolder(shown: Shown | undefined, now: Holder): Check {
  const pairs = [
    ['name', shown?.name, now.name, sameName],
    ['document', shown?.document, now.document, sameDocument],
    ['institution', shown?.institution, now.institutionName, sameName],
  ] as const;
  const told = pairs.filter(([, before, after]) => before && after);
  const other = told.find(([, before, after, same]) => !same(before ?? '', after ?? ''));
  if (other !== undefined) return { name: 'key', state: 'fails', why: other[0] };
  if (told.length === 0) return { name: 'key', state: 'note', why: 'not_seen' };
  return { name: 'key', state: 'ok', at: shown?.seenAt ?? null };
}

/** A key that is a document belongs to whoever has that document; null: the key is none, or nobody tells the holder's. */
export function keyIsDocument(key: string, type: string | null, { document }: Holder): Check | null {
  const kind = type?.toLowerCase();
  if ((kind !== 'cpf' && kind !== 'cnpj') || !document) return null;
  return { name: 'document', state: sameDocument(key, document) ? 'ok' : 'fails' };
}

/** A service may star documents, and not always: then what both show is compared. */
function sameDocument(one: string, other: string): boolean {
  const plain = [one, other].some((text) => text.includes('*')) ? maskDocument : normalizeDocument;
  return plain(one) === plain(other);
}

const sameName = (one: string, other: string) => plainName(one) === plainName(other);
const plainName = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Tells if a key as the provider shows it is this one; null: it does not tell. Services star keys in their own ways and
 * write numbers without their country: only what cannot be this key is another one.
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

/** All that is open of it stands in the key, in this order; an address begins with it. */
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

/** A phone's number without its country. */
const isShorter = (one: string, other: string) =>
  /^[\d\s().+-]+$/.test(one) && bare(one).length >= 10 && bare(other).endsWith(bare(one));
