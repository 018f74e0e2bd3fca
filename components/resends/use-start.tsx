'use client';

import dynamic from 'next/dynamic';
import { createParser, useQueryState } from 'nuqs';
import { useCallback, useState } from 'react';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { type Start, startOf, startText } from '#lib/resends/choice.ts';
import { useMayResend } from './use-labels.ts';

const ResendSheet = dynamic(async () => (await import('./sheet/resend-sheet.tsx')).ResendSheet, {
  ssr: false,
  loading: DrawerPlaceholder,
});

const parser = createParser<string>({
  parse: (text) => (startOf(text) === null ? null : text),
  serialize: String,
});

/** The resend sheet of a page, stored in the address, so it survives a reload. `sheet`: false if closed. */
export function useStart() {
  const may = useMayResend();
  const [text, write] = useQueryState('resend', parser);
  // The complete start value, even if it is too long for the address.
  const [current, setCurrent] = useState<Start | null>(null);
  const own = current !== null && startText(current) === text ? current : null;
  const start = !may || text === null ? null : (own ?? startOf(text));
  const setStart = useCallback(
    (next: Start | null, history: 'push' | 'replace' = 'push') => {
      setCurrent(next);
      if (next === null && text === null) return;
      write(next === null ? null : startText(next), { history });
    },
    [write, text],
  );
  const sheet = start !== null && (
    <ResendSheet start={start} onMove={(next) => setStart(next, 'replace')} onClose={() => setStart(null)} />
  );
  return { setStart, sheet };
}
