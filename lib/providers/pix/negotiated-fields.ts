import 'server-only';
import { GuicheError } from '#lib/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { isOtherField, MISSING, missingNames, UNKNOWN } from '#lib/providers/client/asked-names.ts';
import { plainKey } from '#lib/providers/fields.ts';

/** `error` where a call did not end well. */
type Tried = { kind: string; error?: GuicheError };

const SHOWS_READING = new Set([400, 404, 409, 410, 422]);

/**
 * Sends something whose field document 1 does not name: under the first spelling, and under another one only where a
 * 400 proves that the first was not read. What a service reads is remembered. A spelling may be several names that
 * go together ('dateFrom dateTo'). With `beside`, what else is sent, also
 * where a 400 speaks of nothing that was sent. With `anyName`, once also under a name that is none of these, where a
 * 400 asks for it.
 */
export function spellings<N extends string>(
  names: readonly [N, ...N[]],
  { beside, anyName = false }: { beside?: readonly string[]; anyName?: boolean } = {},
) {
  let known: N = names[0];
  return async <T extends Tried>(send: (name: N) => Promise<T>): Promise<T> => {
    const left = new Set<N>([known, ...names]);
    /** The service's own name that is tried; null: none yet. */
    let taken: N | null = null;
    let name = known;
    let first: T | null = null;
    for (;;) {
      left.delete(name);
      const made = await send(name);
      const { error } = made;
      const status = statusOf(error);
      const tried = error === undefined ? [] : readInstead(error, name, [...left], beside);
      // Another field is missing, or this one is not known: what the service asked for was not the code's name.
      if (name === taken && (missingNames(error).length > 0 || tried === 'unread')) return first ?? made;
      const asked = anyName && taken === null ? newName(error, [...names, name]) : null;
      if (asked !== null) taken = asked as N;
      const others = asked === null ? tried : [asked as N];
      if (others === 'unread') return first ?? made;
      if (others.length === 0) {
        // An answer about what was sent shows that it was read; silence and faults show nothing.
        if (error === undefined || SHOWS_READING.has(status ?? 0)) known = name;
        return made;
      }
      first ??= made;
      name = others[0] ?? name;
    }
  };
}

/** A field that a 400 asks for and that is neither one of the spellings nor another field of payments. */
function newName(error: GuicheError | undefined, names: readonly string[]): string | null {
  const known = new Set(names.flatMap((one) => one.split(' ')).map(plainKey));
  const asked = missingNames(error).filter((name) => !known.has(plainKey(name)) && !isOtherField(name));
  return asked.length === 1 ? (asked[0] ?? null) : null;
}

/** Spellings that a 400 asks for; none where what was sent was read; 'unread' where there is none left to try. */
function readInstead<N extends string>(
  error: GuicheError,
  sent: N,
  others: N[],
  beside: readonly string[] | undefined,
): N[] | 'unread' {
  if (statusOf(error) !== 400 || !(error instanceof GuicheError)) return [];
  const fields = (error.details.fields ?? []).map(({ field, message }) => ({
    name: plainKey(field.split(/[./[\]]+/).findLast((part) => part !== '') ?? ''),
    message,
  }));
  const stands = (names: N, name: string) => names.split(' ').some((one) => plainKey(one) === name);
  const asked = others.filter((names) => fields.some(({ name }) => stands(names, name)));
  if (asked.length > 0) return asked;
  const refused = fields.some(({ name, message }) => stands(sent, name) && UNKNOWN.test(message));
  const words = new Set(error.message.split(/[^\p{L}\p{N}_]+/u).map(plainKey));
  const spoken = (names: N) => names.split(' ').some((one) => words.has(plainKey(one)));
  const said = MISSING.test(error.message) ? others.filter(spoken) : [];
  if (said.length > 0) return said;
  const all = [...sent.split(' '), ...(beside ?? [])].map(plainKey);
  const heard = all.some((one) => words.has(one) || fields.some(({ name }) => name === one));
  const unknown =
    refused || (UNKNOWN.test(error.message) && spoken(sent)) || (beside !== undefined && !heard);
  if (!unknown) return [];
  return others.length > 0 ? others : 'unread';
}
