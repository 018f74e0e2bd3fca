'use client';

import {
  type ComponentType,
  lazy,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { giveBack, type Kept, type Press, takeFrom } from './kept-while-still.ts';

/** Always the same object: React would write another one over the server's elements. */
const AS_SERVED = { __html: '' };
const nothing = () => () => undefined;
const yes = () => true;
const no = () => false;

/**
 * A part that stands below what is needed first. The server draws it with its page; its script comes by itself, after
 * the page's own. Until then the server's elements stand, and what is pressed or typed there goes over to the live
 * ones. A page opened by a link shows `Waiting` meanwhile.
 */
export function liveLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
) {
  let known: ComponentType<Props> | null = null;
  // No boundary of its own: React would send a long part after the page, and a placeholder in its stead.
  const Served = lazy(async () => ({ default: await load() }));
  return function LiveLater(props: Props) {
    const hydrating = useSyncExternalStore(nothing, no, yes);
    const [served] = useState(hydrating);
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => (served ? null : known));
    const kept = useRef<Kept | null>(null);
    const bring = useCallback(
      (pressed = false) =>
        load().then(
          (part) => {
            known = part;
            return () => setPart(() => part);
          },
          (error) => {
            // Where somebody waits for it, it is told where every fault of a page is; else it is tried again.
            if (pressed)
              setPart(() => {
                throw error;
              });
            return undefined;
          },
        ),
      [],
    );
    const keep = useCallback((of: Kept) => {
      kept.current = of;
    }, []);
    if (typeof window === 'undefined')
      return (
        <div data-still>
          <Served {...props} />
        </div>
      );
    if (Part !== null)
      return (
        <Alive kept={kept}>
          <Part {...props} />
        </Alive>
      );
    if (served) return <Still bring={bring} keep={keep} />;
    return (
      <Coming bring={bring}>
        <Waiting {...props} />
      </Coming>
    );
  };
}

type Bring = { bring: (pressed?: boolean) => Promise<(() => void) | undefined> };

function Coming({ bring, children }: Bring & { children: ReactNode }) {
  useEffect(() => {
    void bring(true).then((show) => show?.());
  }, [bring]);
  return <div>{children}</div>;
}

/** The server's elements; React knows none of them. */
function Still({ bring, keep }: Bring & { keep: (of: Kept) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const presses = useRef<Press[]>([]);
  const { hold, free } = useHeld();
  const near = (pressed = false) => void bring(pressed).then((show) => show && free(show));
  useEffect(() => {
    void bring().then((show) => show && free(show));
  }, [bring, free]);
  useLayoutEffect(() => {
    const root = box.current;
    return () => {
      if (root !== null) keep(takeFrom(root, presses.current));
    };
  }, [keep]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only tells what happens on the elements inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click as well
    <div
      ref={box}
      data-still
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; what the server drew stays
      dangerouslySetInnerHTML={AS_SERVED}
      onPointerEnter={() => near()}
      onFocus={() => near()}
      onPointerDown={hold}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest('a[href]') !== null) return;
        presses.current.push({ on: target, sends: false });
        near(true);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.target as Element;
        // The press of its button, which Enter makes as well, is the same.
        presses.current = presses.current.filter(({ on }) => !form.contains(on));
        presses.current.push({ on: form, sends: true });
        near(true);
      }}
    />
  );
}

/** Between pressing and releasing nothing is exchanged: the click would be on nothing. */
function useHeld() {
  const held = useRef(false);
  const after = useRef<(() => void) | null>(null);
  const hold = useCallback(() => {
    held.current = true;
    const release = () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
      // The click comes first.
      setTimeout(() => {
        held.current = false;
        after.current?.();
      });
    };
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
  }, []);
  const free = useCallback((run: () => void) => {
    after.current = run;
    if (!held.current) run();
  }, []);
  return { hold, free };
}

/** Takes over, once, from the server's elements. */
function Alive({ kept, children }: { kept: { current: Kept | null }; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null || kept.current === null) return;
    // A press finds what was typed before it: by then React has drawn that.
    setTimeout(giveBack(box.current, kept.current));
    kept.current = null;
  }, [kept]);
  return <div ref={box}>{children}</div>;
}
