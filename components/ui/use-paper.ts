import { useEffect, useState } from 'react';

/** Prints a part: while it is `paper`, a `div` that carries `data-paper` is all that goes on paper. */
export function usePaper(): { paper: boolean; onPrint: () => void } {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    if (!paper) return;
    print();
    setPaper(false);
  }, [paper]);
  return { paper, onPrint: () => setPaper(true) };
}
