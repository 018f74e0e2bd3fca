'use client';

import { useEffect, useRef, useState } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';

const fetchButton = () => import('./copy-of-rows.tsx');
const HEARD = ['pointerover', 'focusin', 'keydown'];

/**
 * The copy button of a list's rows. There is one, which goes to the cell under the pointer: rows that are scrolled past
 * by the hundred carry none. From a row that has the focus Ctrl+C gives the same; who touches has the detail. Its code
 * comes with the first pointer or focus among the rows, and what was pressed by then counts.
 */
export function RowCopy() {
  const marker = useRef<HTMLSpanElement>(null);
  const [loaded, load] = useLazy(fetchButton);
  const [near, setNear] = useState<{ list: HTMLElement; event: Event } | null>(null);
  useEffect(() => {
    const list = marker.current?.parentElement;
    if (list == null || loaded !== null) return;
    const heard = new AbortController();
    const onNear = (event: Event) => {
      void load();
      setNear({ list, event });
    };
    for (const name of HEARD) list.addEventListener(name, onNear, { signal: heard.signal });
    return () => heard.abort();
  }, [load, loaded]);
  return (
    <>
      <span ref={marker} hidden />
      {loaded && near && <loaded.CopyOfRows list={near.list} first={near.event} />}
    </>
  );
}
