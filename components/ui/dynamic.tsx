'use client';

import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react';

type Options = {
  /** Drawn until its code is there. */
  loading: ComponentType;
  /** False: drawn in the browser alone. */
  ssr?: false;
};

/**
 * A component whose code comes when it is drawn. The framework's own also names the scripts of what the server drew,
 * so that they come a turn earlier; it is a script of 1 KB on every page for what hardly a first view has.
 */
export function dynamic<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading: Loading, ssr }: Options,
): ComponentType<Props> {
  // React keeps a failure for good: what failed is made anew, for the next that draws it.
  const made = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        current = made();
        throw error;
      }
    });
  let current = made();
  const Shown = (props: Props) => {
    const [Part] = useState(() => current);
    return (
      <Suspense fallback={<Loading />}>
        <Part {...props} />
      </Suspense>
    );
  };
  if (ssr === undefined) return Shown;
  return (props) => (useAwake() ? <Shown {...props} /> : <Loading />);
}

/** False on the server, and in the browser while that which the server drew wakes up. */
export const useAwake = () =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
