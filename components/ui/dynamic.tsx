'use client';

import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';

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
  const Part = lazy(async () => ({ default: await load() }));
  const Shown = (props: Props) => (
    <Suspense fallback={<Loading />}>
      <Part {...props} />
    </Suspense>
  );
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
