/** Parts of a page's address: how each is read and written. A text that does not fit is read as absent. */

export type Parser<V> = {
  parse(text: string): V | null;
  serialize(value: V): string;
  eq(one: V, other: V): boolean;
};
/** It has a value where the address is silent, and then stands in no address. */
export type Settled<V> = Parser<V> & { readonly usual: V };

// biome-ignore lint/suspicious/noExplicitAny: a parser both takes and gives its value
export type Parsers = Readonly<Record<string, Parser<any>>>;
export type ValueOf<P> = P extends Settled<infer V> ? V : P extends Parser<infer V> ? V | null : never;
/** Values of an address; null: absent. */
export type ValuesOf<P extends Parsers> = { [N in keyof P]: ValueOf<P[N]> };
/** The search of an address as the framework gives it to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export const createParser = <V>(
  of: Pick<Parser<V>, 'parse' | 'serialize'> & Partial<Parser<V>>,
): Parser<V> => ({
  eq: (one, other) => one === other,
  ...of,
});

export const anyText = createParser<string>({ parse: (text) => text, serialize: String });

/** One of these words. */
export const oneOf = <const W extends string>(words: readonly W[]): Parser<W> =>
  createParser<W>({ parse: (text) => words.find((word) => word === text) ?? null, serialize: String });

export const usually = <V>(parser: Parser<V>, usual: V): Settled<V> => ({ ...parser, usual });

/** Reads one part; `text` null: it is absent. */
export function readPart<V>(parser: Parser<V> & Partial<Settled<V>>, text: string | null): V | null {
  const read = text === null ? null : parser.parse(text);
  return read ?? parser.usual ?? null;
}

/** Writes one part into a search; null takes it away. */
export function writePart<V>(
  search: URLSearchParams,
  name: string,
  parser: Parser<V> & Partial<Settled<V>>,
  value: V | null,
): void {
  const usual = value !== null && parser.usual !== undefined && parser.eq(value, parser.usual);
  if (value === null || usual) search.delete(name);
  else search.set(name, parser.serialize(value));
}

type Search = SearchParams | URLSearchParams;
const textOf = (search: Search, name: string): string | null =>
  search instanceof URLSearchParams ? search.get(name) : ([search[name] ?? null].flat()[0] ?? null);

/** Reads the search of a page; of a part that stands there twice, the first. */
export function loaderOf<P extends Parsers>(parsers: P) {
  const read = (search: Search) =>
    Object.fromEntries(
      Object.entries(parsers).map(([name, parser]) => [name, readPart(parser, textOf(search, name))]),
    ) as ValuesOf<P>;
  function load(search: Search): ValuesOf<P>;
  function load(search: Promise<SearchParams>): Promise<ValuesOf<P>>;
  function load(search: Promise<SearchParams> | Search) {
    return search instanceof Promise ? search.then(read) : read(search);
  }
  return load;
}
