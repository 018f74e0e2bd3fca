import 'server-only';
import { directoryKey } from '#lib/pix/pix-key.ts';
import { maskPixKey } from '#lib/privacy/mask-forms.ts';

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
