'use client';

import { useLocale } from 'next-intl';
import { useEffect, useState } from 'react';

/** Saves a file through the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadByLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a URL by a link; the browser shows the progress. */
export function downloadByLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Prints a part of the page: while `paper` is true, only a `div` with `data-paper` is printed. */
export function usePaper(): { paper: boolean; onPrint: () => void } {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    if (!paper) return;
    print();
    setPaper(false);
  }, [paper]);
  return { paper, onPrint: () => setPaper(true) };
}

/** '48 kB', '1,2 MB' in the operator's language. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
    const maximumFractionDigits = unit === 'kilobyte' ? 0 : 1;
    return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(value);
  };
}
