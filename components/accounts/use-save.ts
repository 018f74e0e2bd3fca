'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useProofForm } from '#components/shell/use-proof-form.ts';
import { useToast } from '#components/ui/toast.tsx';
import { accountKeys } from '#lib/accounts/queries.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';

/**
 * Saves with a proof of identity and one key for one intent; then list and side bar are read again. `body` tells one
 * intent from the next.
 */
export function useSave<Answer>({
  body,
  send,
  said,
  onDone,
}: {
  body: unknown;
  send: (idempotencyKey: string) => Promise<Answer>;
  said: string | ((answer: Answer) => string);
  onDone: () => void;
}) {
  const client = useQueryClient();
  const router = useRouter();
  const intent = useIntentKey();
  const toast = useToast();
  return useProofForm(async () => {
    try {
      const answer = await send(intent.keyFor(body));
      intent.end();
      toast(typeof said === 'string' ? said : said(answer));
      onDone();
      router.refresh();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: accountKeys.all() });
    }
  });
}
