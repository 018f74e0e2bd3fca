'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Parsers, readPart, type ValueOf, type ValuesOf, writePart } from '#lib/address.ts';

type History = 'push' | 'replace';
type How = { history?: History };
/** A search that the framework has not drawn yet; what a press chose is shown at once. */
type Ahead = { path: string; search: string };

let ahead: Ahead | null = null;
/** Changes of one press are one step of the history. */
let step: History | null = null;
const drawers = new Set<() => void>();
const asking = new Set<(search: URLSearchParams) => void>();

const goAhead = (next: Ahead | null) => {
  ahead = next;
  for (const draw of drawers) draw();
};
const subscribe = (draw: () => void) => {
  drawers.add(draw);
  return () => void drawers.delete(draw);
};
const none = () => null;

const plain = (search: string) => new URLSearchParams(search).toString();
/** A comma, a colon, a slash and an @ are legible in a search. */
const legible = (search: URLSearchParams) =>
  search.toString().replace(/%(?:2C|3A|2F|40)/g, decodeURIComponent);

function change(write: (search: URLSearchParams) => void, history: History): void {
  const { pathname: path } = location;
  const search = new URLSearchParams(ahead?.path === path ? ahead.search : location.search);
  write(search);
  if (step === null) queueMicrotask(enter);
  step = step === 'push' ? step : history;
  goAhead({ path, search: legible(search) });
  for (const ask of asking) ask(search);
}

/** Puts what was chosen into the address. */
function enter() {
  const how = step === 'push' ? 'pushState' : 'replaceState';
  step = null;
  if (ahead?.path !== location.pathname) return;
  const { path, search } = ahead;
  if (plain(search) === plain(location.search)) return goAhead(null);
  window.history[how](null, '', `${path}${search && `?${search}`}${location.hash}`);
}

/** Tells what a press makes of the address, before any of it is drawn: a question can leave with the press. */
export function useChosen<P extends Parsers>(parsers: P, tell: (values: ValuesOf<P>) => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    const ask = (search: URLSearchParams) => latest.current(valuesIn(parsers, (name) => search.get(name)));
    asking.add(ask);
    return () => void asking.delete(ask);
  }, [parsers]);
}

function valuesIn<P extends Parsers>(parsers: P, textOf: (name: string, place: number) => string | null) {
  const all = Object.entries(parsers).map(([name, parser], place) => [
    name,
    readPart(parser, textOf(name, place)),
  ]);
  return Object.fromEntries(all) as ValuesOf<P>;
}

/** Parts of the page's address. `write` changes some of them, null takes one away; the page is not asked for again. */
export function useAddress<P extends Parsers>(parsers: P, { history = 'replace' }: How = {}) {
  const path = usePathname();
  const drawn = useSearchParams();
  const chosen = useSyncExternalStore(subscribe, () => ahead, none);
  const search = chosen?.path === path ? new URLSearchParams(chosen.search) : drawn;
  const known = useRef(parsers);
  known.current = parsers;
  const texts = Object.keys(parsers).map((name) => search.get(name));
  const said = JSON.stringify(texts);
  // The same as long as the address says the same: lists are read anew with each.
  const values = useMemo(() => {
    const found = JSON.parse(said) as (string | null)[];
    return valuesIn(known.current, (_, place) => found[place] ?? null);
  }, [said]);
  const write = useCallback(
    (changes: { readonly [N in keyof P]?: ValueOf<P[N]> | null }, how: How = {}) =>
      change((next) => {
        for (const [name, value] of Object.entries(changes)) {
          const parser = known.current[name];
          if (parser !== undefined && value !== undefined) writePart(next, name, parser, value);
        }
      }, how.history ?? history),
    [history],
  );
  return [values, write] as const;
}

/** One part of the page's address. */
export function useAddressPart<P extends Parsers[string]>(name: string, parser: P, options?: How) {
  const [values, write] = useAddress({ [name]: parser } as Parsers, options);
  const set = useCallback(
    (value: ValueOf<P> | null, how?: How) => write({ [name]: value }, how),
    [name, write],
  );
  return [values[name] as ValueOf<P>, set] as const;
}

/** Stands once around the pages: tells when the framework has drawn what was chosen, or went elsewhere. */
export function AddressDrawn() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useLayoutEffect(() => {
    if (ahead === null || step !== null) return;
    const chosen = plain(ahead.search);
    if (ahead.path !== path || chosen === search || chosen !== plain(location.search)) goAhead(null);
  }, [path, search]);
  useLayoutEffect(() => {
    const back = () => goAhead(null);
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  return null;
}
