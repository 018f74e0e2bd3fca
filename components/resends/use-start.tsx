'use client';

import dynamic from 'next/dynamic';
import { createParser, useQueryState } from 'nuqs';
import { useCallback, useState } from 'react';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { type Start, startOf, startText } from '#lib/resends/start.ts';
import { useMayResend } from './use-labels.ts';

const ResendSheet = dynamic(async () => (await import('./sheet/resend-sheet.tsx')).ResendSheet, {
  ssr: false,
  loading: DrawerPlaceholder,
});

const parser = createParser<string>({
  parse: (text) => (startOf(text) === null ? null : text),
  serialize: String,
});

/** The resend beside a page, in its address: there after a reload, and for whom a link is sent. `sheet` where one is open. */
export function useStart() {
  const may = useMayResend();
  const [text, write] = useQueryState('resend', parser);
  // Whole, also where it is too long for an address.
  const [held, setHeld] = useState<Start | null>(null);
  const own = held !== null && startText(held) === text ? held : null;
  const start = !may || text === null ? null : (own ?? startOf(text));
  const setStart = useCallback(
    (next: Start | null, history: 'push' | 'replace' = 'push') => {
      setHeld(next);
      if (next === null && text === null) return;
      write(next === null ? null : startText(next), { history });
    },
    [write, text],
  );
  const sheet = start !== null && (
    <ResendSheet start={start} onMove={(next) => setStart(next, 'replace')} onClose={() => setStart(null)} />
  );
  return { start, setStart, sheet };
}
