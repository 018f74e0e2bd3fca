'use client';

import { useLocale } from 'next-intl';
import { useCallback, useState } from 'react';
import type { CsvFormat } from '#lib/csv.ts';

const KEY = 'guiche.export.format';

/** The file's form: what was chosen last in this browser, else what the operator's language opens. */
export function useFormat(): [CsvFormat, (next: CsvFormat) => void] {
  const usual: CsvFormat = useLocale() === 'pt-BR' ? 'spreadsheet' : 'rfc4180';
  const [format, setFormat] = useState(() => remembered() ?? usual);
  const choose = useCallback((next: CsvFormat) => {
    setFormat(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser without storage forgets the choice; nothing else is lost.
    }
  }, []);
  return [format, choose];
}

function remembered(): CsvFormat | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'spreadsheet' || kept === 'rfc4180' ? kept : null;
  } catch {
    return null;
  }
}
