'use client';

import {
  type ComponentType,
  lazy,
  Suspense,
  startTransition,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

type Options<Props> = {
  /** Drawn until its code is there. */
  loading: ComponentType<Props>;
  /** Where the code cannot be fetched `loading` stays; the next one that is drawn asks again. */
  stays?: true;
  /** False: drawn in the browser alone. */
  ssr?: false;
};

/** Code that is fetched before it is drawn, where somebody comes near it. */
export type Fetched = { fetch: () => Promise<unknown> };

/**
 * A component whose code comes when it is drawn, or by `fetch` before that: then it is drawn at once, and nothing of
 * `loading` is seen. The framework's own also names the scripts of what the server drew,
 * so that they come a turn earlier; it is a script of 1 KB on every page for what hardly a first view has.
 */
export function dynamic<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading: Loading, stays, ssr }: Options<Props>,
): ComponentType<Props> & Fetched {
  let ready: ComponentType<Props> | null = null;
  const fetch = async () => {
    ready = await load();
    return ready;
  };
  // React keeps a failure for good: what failed is made anew, for the next that draws it.
  const made = () =>
    lazy(async () => {
      try {
        return { default: await fetch() };
      } catch (error) {
        current = made();
        if (stays) return { default: Loading };
        throw error;
      }
    });
  let current = made();
  const Shown = (props: Props) => {
    const [Part] = useState(() => ready ?? current);
    return (
      <Suspense fallback={<Loading {...props} />}>
        <Part {...props} />
      </Suspense>
    );
  };
  const Drawn = (props: Props) => (useAwake() ? <Shown {...props} /> : <Loading {...props} />);
  return Object.assign(ssr === undefined ? Shown : Drawn, { fetch });
}

/**
 * True where the server drew this and the browser took it over. It stays so: a store that tells the browser something
 * else than it told the server has React draw that before it lets go of the turn.
 */
export function useTakenOver(): boolean {
  const taken = useRef(false);
  return useSyncExternalStore(
    never,
    () => taken.current,
    () => {
      taken.current = true;
      return true;
    },
  );
}

/**
 * False on the server, and in the browser while that which the server drew wakes up; what it changes is drawn in
 * pieces after that.
 */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(!useTakenOver());
  useEffect(() => startTransition(() => setAwake(true)), []);
  return awake;
}

const never = () => () => undefined;
