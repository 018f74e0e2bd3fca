'use client';

import { useRouter } from 'next/navigation';
import { useToast } from '#components/ui/toast.tsx';
import { accountKeys } from '#lib/connections/queries.ts';
import { policyKeys } from '#lib/policies/queries.ts';

/** Ends a change of the accounts: tells it, and reads list and side bar again. */
export function useAccountChange(onDone: () => void) {
  const router = useRouter();
  const toast = useToast();
  return {
    stale: [accountKeys.all(), policyKeys.today()],
    told(words: string) {
      toast(words);
      onDone();
      router.refresh();
    },
  };
}
