import 'server-only';
import { LRUCache } from 'lru-cache';
import { GuicheError } from '#lib/core/errors.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { refusalBehind } from '#lib/providers/client/errors.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { isRequested } from '#lib/providers/filters.ts';

/** For each filter or paging value, the parameter names that a service may use, likeliest first. */
export type Spellings<Thing extends string> = Readonly<Record<Thing, readonly string[]>>;
type Values<Thing extends string> = Partial<Record<Thing, string | undefined>>;

const MOST_TRIES = 8;
const HOUR_MS = 3_600_000;

/**
 * Finds the names of a list's query that no document shows for certain: a service refuses unknown names and
 * states the accepted ones, which are cached. An unsupported filter is refused at its field, never left out.
 */
export class ParameterNames<Thing extends string> {
  readonly #spellings: Spellings<Thing>;
  readonly #chosen = new Map<Thing, string | null>();
  /** Parameters whose name the service itself stated. */
  readonly #stated = new Set<Thing>();
  /** Names in a read that was answered: the service accepts them, even if it does not apply them. */
  readonly #taken = new Map<Thing, string>();
  /** Parameters that are omitted for an hour, because a 400 refused them but not their names. */
  readonly #refused: LRUCache<Thing, true> | null;

  /** `leavesOut`: unsupported parameters are omitted, not refused; its value is the clock (epoch ms). */
  constructor(spellings: Spellings<Thing>, { leavesOut = null }: { leavesOut?: (() => number) | null } = {}) {
    this.#spellings = spellings;
    this.#refused =
      leavesOut === null
        ? null
        : new LRUCache({ max: 100, ttl: HOUR_MS, ttlResolution: 0, perf: { now: leavesOut } });
  }

  takes(thing: Thing): boolean {
    return thing in this.#spellings && this.#chosen.get(thing) !== null;
  }

  /** The requested parameters that are not sent; the caller applies them. */
  leftOut(requested: object): Thing[] {
    return (Object.keys(requested) as Thing[]).filter(
      (thing) =>
        thing in this.#spellings &&
        isRequested(requested[thing as keyof typeof requested]) &&
        (this.nameOf(thing) === null || this.#refused?.has(thing) === true),
    );
  }

  /** The name in use; null when the service accepts none. */
  nameOf(thing: Thing): string | null {
    return this.#chosen.get(thing) === undefined
      ? (this.#spellings[thing][0] ?? null)
      : (this.#chosen.get(thing) ?? null);
  }

  next(thing: Thing): boolean {
    const all = this.#spellings[thing];
    const name = all[all.indexOf(this.nameOf(thing) ?? '') + 1] ?? null;
    this.#chosen.set(thing, name);
    return name !== null;
  }

  /** Whether the service itself stated the parameter's name, so that no other name is worth a try. */
  isStated(thing: Thing): boolean {
    return this.#stated.has(thing);
  }

  forget(thing: Thing): void {
    this.#chosen.delete(thing);
  }

  /**
   * Runs a read with the values under the accepted names. Throws `invalid_request` at refused fields. `own`:
   * parameters that Guichê adds; a 400 that names one of them, or no field, omits them for an hour.
   */
  async read<T>(
    values: Values<Thing>,
    read: (query: Record<string, string>) => Promise<T>,
    own: readonly Thing[] = [],
  ): Promise<T> {
    const wanted = this.#wanted(values, own);
    for (let tried = 1; ; tried += 1) {
      const query = this.#query(wanted);
      try {
        const answer = await read(query);
        for (const thing of this.#present(wanted)) this.#taken.set(thing, this.nameOf(thing) ?? '');
        return answer;
      } catch (error) {
        if (tried < MOST_TRIES && this.#learn(error, wanted)) continue;
        const sent = own.filter(
          (thing) => wanted[thing] !== undefined && (this.nameOf(thing) ?? '') in query,
        );
        const refused = refusedIn(error, new Map(sent.map((thing) => [thing, this.nameOf(thing) ?? ''])));
        if (refused.length === 0 || this.#refused === null) throw error;
        const answer = await this.read(without(wanted, refused), read, own);
        for (const thing of refused) this.#refused.set(thing, true);
        return answer;
      }
    }
  }

  queryOf(values: Values<Thing>, own: readonly Thing[] = []): Record<string, string> {
    return this.#query(this.#wanted(values, own));
  }

  #wanted(values: Values<Thing>, own: readonly Thing[]): Values<Thing> {
    const omitted = this.leftOut(values).filter((thing) => own.includes(thing));
    return without(values, omitted);
  }

  #query(values: Values<Thing>): Record<string, string> {
    const query: Record<string, string> = {};
    const refused: Thing[] = [];
    for (const thing of this.#present(values)) {
      const name = this.nameOf(thing);
      if (name === null && thing === 'limit') continue;
      if (name === null) refused.push(thing);
      else query[name] = values[thing] ?? '';
    }
    if (refused.length > 0 && this.#refused === null) throw unsupportedFilter(refused);
    return query;
  }

  #present(values: Values<Thing>): Thing[] {
    return (Object.keys(values) as Thing[]).filter((thing) => values[thing] !== undefined);
  }

  /** True if another name is worth a try, or a parameter is now known to be unsupported. */
  #learn(error: unknown, values: Values<Thing>): boolean {
    const sent = this.#present(values).flatMap((thing) => this.nameOf(thing) ?? []);
    const refusal = unknownIn(error, sent);
    if (refusal === null) return false;
    const { accepted, unknown } = refusal;
    const isUnknown = (name: string) =>
      unknown !== null ? has(unknown, name) : accepted !== null ? !has(accepted, name) : true;
    let learned = false;
    for (const thing of this.#present(values)) {
      const name = this.nameOf(thing);
      if (name !== null && accepted !== null && has(accepted, name)) this.#stated.add(thing);
      if (name === null || !isUnknown(name)) continue;
      // The provider does not name the rejected parameter; only one with another name can be it.
      if (accepted === null && unknown === null && this.#spellings[thing].length === 1) continue;
      learned = true;
      const taken = this.#taken.get(thing) ?? '';
      if (taken !== '' && taken !== name) {
        // The trial of another name failed: the accepted name is not applied, and no other name will be.
        this.#chosen.set(thing, taken);
        this.#stated.add(thing);
      } else if (accepted === null) this.next(thing);
      else {
        this.#chosen.set(thing, this.#among(accepted, thing));
        this.#stated.add(thing);
      }
    }
    return learned;
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

/** Filters that a service ignores. Their other names are tried once; then they count as not applied. */
export class IgnoredFilters<Thing extends string> {
  readonly #names: ParameterNames<Thing>;
  readonly #tried = new Map<string, number>();
  /** Filters seen ignored on a page where the name must not change; true: another name is due. */
  readonly #suspects = new Map<string, boolean>();

  constructor(names: ParameterNames<Thing>) {
    this.#names = names;
  }

  /** The requested filters that are not sent, or that the service applies under no name. */
  of(filter: object): string[] {
    const requested = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name));
    const known = requested.filter((name) => this.#tried.get(name) === MOST_NAMES);
    return [...new Set([...known, ...this.#names.leftOut(filter)])];
  }

  /** Another name would change a later page: the next read from page 1 tries one. */
  suspect(broken: readonly string[]): void {
    for (const name of broken) if (this.#tried.get(name) !== MOST_NAMES) this.#suspects.set(name, true);
  }

  fromTheTop(): void {
    const due = [...this.#suspects].filter(([, isDue]) => isDue).map(([name]) => name);
    for (const name of due) this.#suspects.set(name, false);
    this.tryAnother(due);
  }

  /** Whether a count may be too large, because one of its filters was ignored before. */
  isUncertain(filter: object): boolean {
    return Object.keys(filter).some((name) => this.#suspects.has(name));
  }

  /** Switches ignored filters to another name; true when reading the same page again is worth it. */
  tryAnother(broken: readonly string[]): boolean {
    let again = false;
    for (const name of broken) {
      const times = this.#tried.get(name) ?? 0;
      const thing = name as Thing;
      if (times >= MOST_NAMES) continue;
      if (this.#names.isStated(thing) || !this.#names.takes(thing)) {
        this.#tried.set(name, MOST_NAMES);
        continue;
      }
      const hasNext = times < MOST_NAMES - 1 && this.#names.next(thing);
      this.#tried.set(name, hasNext ? times + 1 : MOST_NAMES);
      if (!hasNext) this.#names.forget(thing);
      again ||= hasNext;
    }
    return again;
  }
}

const without = <V extends object>(values: V, names: readonly PropertyKey[]): V =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as V;

const lastOf = (field: string) => plainKey(field.split(/[./[\]]+/).findLast((part) => part !== '') ?? '');

/** The sent parameters that a 400 names; all of them when it names no field. */
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

function textsIn(value: unknown): string[] | null {
  const list = typeof value === 'string' ? value.split(/[\s,]+/) : value;
  return Array.isArray(list) ? list.filter((word): word is string => typeof word === 'string') : null;
}

type Unknown = { accepted: string[] | null; unknown: string[] | null };
const REPORTS_UNKNOWN =
  /unknown|desconhecid|unrecogni|unexpected|inesperad|"\w+" is not allowed|não (?:é |são )?permitid|should not exist|not (?:a )?(?:valid|supported) (?:filter|param|query|field)|não reconhecid|invalid (?:field|param|filter|query)/i;

/** Such a message rejects a value, which the operator has to change; the parameter's name stays. */
const SPEAKS_OF_VALUE = /\bval(?:or|ue)(?:es|s)?\b|\bone of\b|\bum d[eo]s?\b|\benum\b/i;
const reportsUnknown = (message: string) => REPORTS_UNKNOWN.test(message) && !SPEAKS_OF_VALUE.test(message);

/** The sent names that a refusal calls unknown; null when it is about something else. */
function unknownIn(error: unknown, sent: readonly string[]): Unknown | null {
  const refusal = refusalBehind(error);
  if (refusal === null) return null;
  const { status, code, message, fields, details } = refusal;
  const accepted = textsIn(details?.accepted);
  const unknown = textsIn(details?.unknownParams);
  if (code === 'REQUEST_UNKNOWN_QUERY_PARAM') return { accepted, unknown };
  if (status !== 400) return null;
  const named = fields.filter((one) => reportsUnknown(one.message)).map(({ field }) => lastOf(field));
  const words =
    reportsUnknown(message ?? '') && fields.length === 0
      ? (message ?? '').split(/[^\p{L}\p{N}_]+/u).map(plainKey)
      : [];
  const found = sent.filter((name) => named.includes(plainKey(name)) || words.includes(plainKey(name)));
  if (found.length > 0 || unknown !== null) return { accepted: names(accepted), unknown: unknown ?? found };
  return null;
}

/** Null for a field's values instead of parameter names: names include the list's paging. */
const names = (accepted: string[] | null) =>
  accepted?.some((name) => /^(?:page|limit|size|pagesize|cursor)$/.test(plainKey(name))) ? accepted : null;

const has = (names: readonly string[], name: string) => names.includes(name);
