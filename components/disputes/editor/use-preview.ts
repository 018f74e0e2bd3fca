'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { previewOptions } from '#lib/disputes/queries.ts';
import { useDefenseDraft } from './defense-draft.tsx';

type Preview = { preview: DefensePreview | null; error: unknown; readAgain: () => void };

/** Stores the text first; then the server answers exactly what it would send. */
export function usePreview(): Preview {
  const { account, detail, save, state } = useDefenseDraft();
  const [version, setVersion] = useState<number | null>(null);
  const [unsaved, setUnsaved] = useState<unknown>(null);
  const failure = state.is === 'failed' ? state.error : null;
  useEffect(() => {
    let here = true;
    void save().then((stored) => {
      if (!here) return;
      setVersion(stored?.version ?? null);
      setUnsaved(stored === null ? true : null);
    });
    return () => {
      here = false;
    };
  }, [save]);
  const query = useQuery({
    ...previewOptions(account, detail.dispute.id, version ?? 0),
    enabled: version !== null,
  });
  return {
    preview: version === null || query.isFetching ? null : (query.data ?? null),
    error: unsaved === null ? query.error : failure,
    readAgain: () => void query.refetch(),
  };
}
