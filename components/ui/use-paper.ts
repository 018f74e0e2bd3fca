import { useEffect, useState } from 'react';

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
