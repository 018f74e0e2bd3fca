import 'server-only';
import type { ApprovalCheck } from '#lib/payments/contract.ts';
import type { Shown } from '#lib/payments/server/recipient-token.ts';
import { normalizeDocument } from '#lib/pix/documents.ts';
import { maskDocument } from '#lib/privacy/mask-forms.ts';
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
