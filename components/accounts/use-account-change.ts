'use client';

import { useRouter } from 'next/navigation';
import { useToast } from '#components/ui/toast.tsx';
import { accountKeys } from '#lib/connections/queries.ts';

/** What follows a change of the accounts: it is told, list and side bar are read again. */
export function useAccountChange(onDone: () => void) {
  const router = useRouter();
  const toast = useToast();
  return {
    stale: [accountKeys.all()],
    told(words: string) {
      toast(words);
      onDone();
      router.refresh();
    },
  };
}
