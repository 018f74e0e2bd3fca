'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { call } from '#lib/api/client.ts';
import { webhookKeys } from '#lib/webhooks/queries.ts';
import { forget, hand, handedOver } from './handed.ts';

/** An issued secret of this operator: its text once it is here, how to have it shown, and "I have stored it". */
export function useSecret(secretId: string) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const [text, setText] = useState(() => handedOver(secretId));
  const params = { id: secretId };
  const show = useChange<null, { secret: string }>({
    send: () => call('POST /issued-secrets/{id}/show', { account, params }),
    onDone: ({ secret }) => {
      hand(secretId, secret);
      setText(secret);
    },
  });
  const acknowledge = useChange<{ onKept: () => void }, unknown>({
    send: () => call('POST /issued-secrets/{id}/acknowledge', { account, params }),
    onDone: (_, { onKept }) => {
      forget(secretId);
      void client.invalidateQueries({ queryKey: webhookKeys.all(account) });
      onKept();
    },
    proof: false,
  });
  return { text: text ?? handedOver(secretId), show, acknowledge };
}
