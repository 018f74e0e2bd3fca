'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/api/client.ts';
import { accountKeys, doctorOptions } from '#lib/connections/queries.ts';

/** Last findings of the doctor on an account. `looks`: it looks at once, since they may be old or missing. */
export function useDoctor(id: string, { looks }: { looks: boolean }) {
  const client = useQueryClient();
  const last = useQuery(doctorOptions(id));
  const run = useMutation({
    mutationFn: async () => {
      const { report } = await call('POST /api/settings/accounts/{id}/doctor', { params: { id } });
      client.setQueryData(accountKeys.doctor(id), report);
      void client.invalidateQueries({ queryKey: accountKeys.list() });
    },
  });
  const { mutate } = run;
  useEffect(() => {
    if (looks) mutate();
  }, [looks, mutate]);
  const report = last.data ?? null;
  return {
    report,
    /** It looked, and nothing is to be done. */
    well: report?.checks.every(({ state }) => state === 'ok') ?? false,
    look: () => mutate(),
    looking: run.isPending,
    error: run.error ?? last.error,
  };
}
export type Doctor = ReturnType<typeof useDoctor>;
