import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { isGiven } from '#lib/providers/filters.ts';

/** For each thing asked, the names under which a service may take it, likeliest first. */
export type Spellings<Thing extends string> = Readonly<Record<Thing, readonly string[]>>;
type Values<Thing extends string> = Partial<Record<Thing, string | undefined>>;

/** As many as a thing has names, and once without. */
const MOST_TRIES = 8;
const HOUR_MS = 3_600_000;

/**
 * Names of a list's query that no document shows for certain. A service refuses unknown ones and names what it takes:
 * the next try uses that, and it is remembered for the account. A filter that it does not take is refused at its own
 * field, never left out.
 */
export class ParameterNames<Thing extends string> {
  readonly #spellings: Spellings<Thing>;
  readonly #chosen = new Map<Thing, string | null>();
  /** Things whose name a service told itself. */
  readonly #told = new Set<Thing>();
  /** Names under which a read was answered: they are taken, whatever became of them. */
  readonly #taken = new Map<Thing, string>();
  /** Until when (epoch ms) a thing is not asked for, because a 400 refused it in words of its own. */
  readonly #refusedUntil = new Map<Thing, number>();
  readonly #now: (() => number) | null;

  /**
   * `leavesOut`: what the service does not take is not asked for, instead of refused: the caller filters itself. It is
   * the clock (epoch ms) of what is left out for an hour.
   */
  constructor(spellings: Spellings<Thing>, { leavesOut = null }: { leavesOut?: (() => number) | null } = {}) {
    this.#spellings = spellings;
    this.#now = leavesOut;
  }

  /** Tells if this service takes the parameter, as far as known. */
  takes(thing: Thing): boolean {
    return thing in this.#spellings && this.#chosen.get(thing) !== null;
  }

  /** Of what is asked for, what is not sent: the caller applies it. */
  leftOut(asked: object): Thing[] {
    const isHeld = (thing: Thing) => (this.#now?.() ?? 0) < (this.#refusedUntil.get(thing) ?? 0);
    return (Object.keys(asked) as Thing[]).filter(
      (thing) =>
        thing in this.#spellings &&
        isGiven(asked[thing as keyof typeof asked]) &&
        (this.nameOf(thing) === null || isHeld(thing)),
    );
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

  /** Tells if the service itself named the parameter: no other name is worth a try. */
  isTold(thing: Thing): boolean {
    return this.#told.has(thing);
  }

  /** Begins again with the likeliest. */
  forget(thing: Thing): void {
    this.#chosen.delete(thing);
  }

  /**
   * Runs a read with the values under the names that this service takes. Throws `invalid_request` at refused fields.
   * `own`: what the product asks for of itself, not the operator: a 400 that speaks of it, or of nothing, leaves it
   * out for an hour.
   */
  async ask<T>(
    values: Values<Thing>,
    read: (query: Record<string, string>) => Promise<T>,
    own: readonly Thing[] = [],
  ): Promise<T> {
    const wanted = this.#wanted(values, own);
    for (let tried = 1; ; tried += 1) {
      const query = this.#query(wanted);
      try {
        const answer = await read(query);
        for (const thing of this.#given(wanted)) this.#taken.set(thing, this.nameOf(thing) ?? '');
        return answer;
      } catch (error) {
        if (tried < MOST_TRIES && this.#learn(error, wanted)) continue;
        const sent = own.filter(
          (thing) => wanted[thing] !== undefined && (this.nameOf(thing) ?? '') in query,
        );
        const refused = refusedIn(error, new Map(sent.map((thing) => [thing, this.nameOf(thing) ?? ''])));
        if (refused.length === 0 || this.#now === null) throw error;
        const answer = await this.ask(without(wanted, refused), read, own);
        for (const thing of refused) this.#refusedUntil.set(thing, this.#now() + HOUR_MS);
        return answer;
      }
    }
  }

  /** The query that `ask` would begin with now. */
  queryOf(values: Values<Thing>, own: readonly Thing[] = []): Record<string, string> {
    return this.#query(this.#wanted(values, own));
  }

  #wanted(values: Values<Thing>, own: readonly Thing[]): Values<Thing> {
    const held = this.leftOut(values).filter((thing) => own.includes(thing));
    return without(values, held);
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
    if (refused.length > 0 && this.#now === null) throw unsupportedFilter(refused);
    return query;
  }

  #given(values: Values<Thing>): Thing[] {
    return (Object.keys(values) as Thing[]).filter((thing) => values[thing] !== undefined);
  }

  /** True where another name is worth a try, or where something is now known not to be taken. */
  #learn(error: unknown, values: Values<Thing>): boolean {
    const sent = this.#given(values).flatMap((thing) => this.nameOf(thing) ?? []);
    const refusal = unknownIn(error, sent);
    if (refusal === null) return false;
    const { accepted, unknown } = refusal;
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
      const taken = this.#taken.get(thing) ?? '';
      if (taken !== '' && taken !== name) {
        // A try of another name ended: the one that is taken does not apply it, and none else will.
        this.#chosen.set(thing, taken);
        this.#told.add(thing);
      } else if (accepted === null) this.next(thing);
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
export class IgnoredFilters<Thing extends string> {
  readonly #names: ParameterNames<Thing>;
  readonly #tried = new Map<string, number>();
  /** Seen overlooked where no name may change (true: another one is due). */
  readonly #suspects = new Map<string, boolean>();

  constructor(names: ParameterNames<Thing>) {
    this.#names = names;
  }

  /** Of what is asked for, what this service is not asked, or is known not to apply under any name. */
  of(asked: object): string[] {
    const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : name));
    const known = given.filter((name) => this.#tried.get(name) === MOST_NAMES);
    return [...new Set([...known, ...this.#names.leftOut(asked)])];
  }

  /** On a later page by number: another name would have other pages. The next reading from the top tries one. */
  suspect(broken: readonly string[]): void {
    for (const name of broken) if (this.#tried.get(name) !== MOST_NAMES) this.#suspects.set(name, true);
  }

  /** Before a reading from the top. */
  fromTheTop(): void {
    const due = [...this.#suspects].filter(([, isDue]) => isDue).map(([name]) => name);
    for (const name of due) this.#suspects.set(name, false);
    this.tryAnother(due);
  }

  /** Tells if a count may cover too much: its filter was overlooked before, and nothing shows it now. */
  isDoubtful(asked: object): boolean {
    return Object.keys(asked).some((name) => this.#suspects.has(name));
  }

  /** True where a read of the same page under another name is worth it. */
  tryAnother(broken: readonly string[]): boolean {
    let again = false;
    for (const name of broken) {
      const times = this.#tried.get(name) ?? 0;
      const thing = name as Thing;
      if (times >= MOST_NAMES) continue;
      if (this.#names.isTold(thing) || !this.#names.takes(thing)) {
        this.#tried.set(name, MOST_NAMES);
        continue;
      }
      const left = times < MOST_NAMES - 1 && this.#names.next(thing);
      this.#tried.set(name, left ? times + 1 : MOST_NAMES);
      if (!left) this.#names.forget(thing);
      again ||= left;
    }
    return again;
  }
}

const without = <V extends object>(values: V, names: readonly PropertyKey[]): V =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as V;

const lastOf = (field: string) => plainKey(field.split(/[./[\]]+/).findLast((part) => part !== '') ?? '');

/** Of the things that were sent, by name, those that a 400 speaks of: all where it names no field. */
function refusedIn<Thing>(error: unknown, sent: ReadonlyMap<Thing, string>): Thing[] {
  if (statusOf(error) !== 400 || !(error instanceof GuicheError)) return [];
  const named = (error.details.fields ?? []).map(({ field }) => lastOf(field));
  const isNamed = (thing: Thing) => named.includes(plainKey(sent.get(thing) ?? ''));
  return [...sent.keys()].filter((thing) => named.length === 0 || isNamed(thing));
}

export function unsupportedFilter(things: readonly string[]): GuicheError {
  return new GuicheError('invalid_request', 'The provider does not take this filter.', {
    fields: things.map((field) => ({ field, message: 'not_supported' })),
  });
}

function wordsOf(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : value;
  return Array.isArray(list) ? list.filter((word): word is string => typeof word === 'string') : null;
}

type Unknown = { accepted: string[] | null; unknown: string[] | null };

const SAYS_UNKNOWN =
  /unknown|desconhecid|unrecogni|unexpected|inesperad|"\w+" is not allowed|não (?:é |são )?permitid|should not exist|not (?:a )?(?:valid|supported) (?:filter|param|query|field)|não reconhecid|invalid (?:field|param|filter|query)/i;

/** A word that the service does not know is the operator's to change; its name stands. */
const SPEAKS_OF_VALUE = /\bval(?:or|ue)(?:es|s)?\b|\bone of\b|\bum d[eo]s?\b|\benum\b/i;
const saysUnknown = (message: string) => SAYS_UNKNOWN.test(message) && !SPEAKS_OF_VALUE.test(message);

/** Sent names that a refusal does not know; null when it speaks of something else. */
function unknownIn(error: unknown, sent: readonly string[]): Unknown | null {
  const refusal = refusalBehind(error);
  if (refusal === null) return null;
  const { status, code, message, fields, details } = refusal;
  const accepted = wordsOf(details?.accepted);
  const unknown = wordsOf(details?.unknownParams);
  if (code === 'REQUEST_UNKNOWN_QUERY_PARAM') return { accepted, unknown };
  if (status !== 400) return null;
  const named = fields.filter((one) => saysUnknown(one.message)).map(({ field }) => lastOf(field));
  const words =
    saysUnknown(message ?? '') && fields.length === 0
      ? (message ?? '').split(/[^\p{L}\p{N}_]+/u).map(plainKey)
      : [];
  const found = sent.filter((name) => named.includes(plainKey(name)) || words.includes(plainKey(name)));
  if (found.length > 0 || unknown !== null) return { accepted: names(accepted), unknown: unknown ?? found };
  return null;
}

/** A list of values that a field accepts is none of names: a list's own paging stands among those. */
const names = (accepted: string[] | null) =>
  accepted?.some((name) => /^(?:page|limit|size|pagesize|cursor)$/.test(plainKey(name))) ? accepted : null;

const has = (names: readonly string[], name: string) => names.includes(name);
