'use client';

import { createParser, useQueryState } from 'nuqs';
import { useCallback, useState } from 'react';
import { type Start, startOf, startText } from '#lib/resends/start.ts';
import { ResendSheet as LazyResendSheet } from './sheet/resend-sheet.tsx';
import { useMayResend } from './use-may-resend.ts';

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
    <LazyResendSheet
      start={start}
      onMove={(next) => setStart(next, 'replace')}
      onClose={() => setStart(null)}
    />
  );
  return { start, setStart, sheet };
}
