import 'server-only';
import { GuicheError } from '#lib/api/errors.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { plainKey } from '#lib/providers/fields.ts';

/** For each thing asked, the names under which a service may take it, likeliest first. */
export type Spellings<Thing extends string> = Readonly<Record<Thing, readonly string[]>>;
type Values<Thing extends string> = Partial<Record<Thing, string | undefined>>;

const MOST_TRIES = 6;

/**
 * Names of a list's query that no document shows for certain. A service refuses unknown ones and names what it takes:
 * the next try uses that, and it is remembered for the account. A filter that it does not take is refused at its own
 * field, never left out.
 */
export class QueryNames<Thing extends string> {
  readonly #spellings: Spellings<Thing>;
  readonly #chosen = new Map<Thing, string | null>();
  /** Things whose name a service told itself. */
  readonly #told = new Set<Thing>();

  constructor(spellings: Spellings<Thing>) {
    this.#spellings = spellings;
  }

  /** What this service takes, as far as it is known. */
  takes(thing: Thing): boolean {
    return this.#chosen.get(thing) !== null;
  }

  /** The name used now; null where the service takes none. */
  nameOf(thing: Thing): string | null {
    return this.#chosen.get(thing) === undefined
      ? (this.#spellings[thing][0] ?? null)
      : (this.#chosen.get(thing) ?? null);
  }

  /** Takes the next spelling of a thing; false where there is none left. */
  next(thing: Thing): boolean {
    const all = this.#spellings[thing];
    const name = all[all.indexOf(this.nameOf(thing) ?? '') + 1] ?? null;
    this.#chosen.set(thing, name);
    return name !== null;
  }

  /** Whether the service itself named what it takes: no other name is worth a try. */
  isTold(thing: Thing): boolean {
    return this.#told.has(thing);
  }

  /** Begins again with the likeliest. */
  forget(thing: Thing): void {
    this.#chosen.delete(thing);
  }

  /** Runs a read with the values under the names that this service takes. Throws `invalid_request` at refused fields. */
  async ask<T>(values: Values<Thing>, read: (query: Record<string, string>) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      const query = this.#query(values);
      try {
        return await read(query);
      } catch (error) {
        if (tried >= MOST_TRIES || !this.#learn(error, values)) throw error;
      }
    }
  }

  #query(values: Values<Thing>): Record<string, string> {
    const query: Record<string, string> = {};
    const refused: Thing[] = [];
    for (const thing of this.#given(values)) {
      const name = this.nameOf(thing);
      if (name === null && thing === 'limit') continue;
      if (name === null) refused.push(thing);
      else query[name] = values[thing] ?? '';
    }
    if (refused.length > 0) throw notTaken(refused);
    return query;
  }

  #given(values: Values<Thing>): Thing[] {
    return (Object.keys(values) as Thing[]).filter((thing) => values[thing] !== undefined);
  }

  /** True where another name is worth a try, or where something is now known not to be taken. */
  #learn(error: unknown, values: Values<Thing>): boolean {
    const refusal = refusalBehind(error);
    if (refusal?.code !== 'REQUEST_UNKNOWN_QUERY_PARAM') return false;
    const accepted = wordsOf(refusal.details?.accepted);
    const unknown = wordsOf(refusal.details?.unknownParams);
    const isUnknown = (name: string) =>
      unknown !== null ? has(unknown, name) : accepted !== null ? !has(accepted, name) : true;
    let learnt = false;
    for (const thing of this.#given(values)) {
      const name = this.nameOf(thing);
      if (name !== null && accepted !== null && has(accepted, name)) this.#told.add(thing);
      if (name === null || !isUnknown(name)) continue;
      // Nobody says which: only what has another name may be it.
      if (accepted === null && unknown === null && this.#spellings[thing].length === 1) continue;
      learnt = true;
      if (accepted === null) this.next(thing);
      else {
        this.#chosen.set(thing, this.#among(accepted, thing));
        this.#told.add(thing);
      }
    }
    return learnt;
  }

  #among(accepted: readonly string[], thing: Thing): string | null {
    for (const spelling of this.#spellings[thing]) {
      const found = accepted.find((name) => plainKey(name) === plainKey(spelling));
      if (found !== undefined) return found;
    }
    return null;
  }
}

const MOST_NAMES = 4;

/** Filters that a service overlooks: their other names are tried once, and then it is known that it has none. */
export class Overlooked<Thing extends string> {
  readonly #names: QueryNames<Thing>;
  readonly #tried = new Map<string, number>();

  constructor(names: QueryNames<Thing>) {
    this.#names = names;
  }

  /** True where a read of the same page under another name is worth it. */
  tryAnother(broken: readonly string[]): boolean {
    let again = false;
    for (const name of broken) {
      const times = this.#tried.get(name) ?? 0;
      if (times >= MOST_NAMES || this.#names.isTold(name as Thing)) continue;
      const left = times < MOST_NAMES - 1 && this.#names.next(name as Thing);
      this.#tried.set(name, left ? times + 1 : MOST_NAMES);
      if (!left) this.#names.forget(name as Thing);
      again ||= left;
    }
    return again;
  }
}

export function notTaken(things: readonly string[]): GuicheError {
  return new GuicheError('invalid_request', 'The provider does not take this filter.', {
    fields: things.map((field) => ({ field, message: 'not_supported' })),
  });
}

function wordsOf(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : value;
  return Array.isArray(list) ? list.filter((word): word is string => typeof word === 'string') : null;
}

const has = (names: readonly string[], name: string) => names.includes(name);
