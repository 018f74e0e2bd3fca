'use client';

import { useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { webhookKeys } from '#lib/webhooks/queries.ts';
import { forget, hand, handedOver } from './handed.ts';

/** An issued secret of this operator: its text once it is here, how to have it shown, and "I have stored it". */
export function useSecret(secretId: string, onKept: () => void) {
  const account = useSession().account.slug;
  const [text, setText] = useState(() => handedOver(secretId));
  const params = { id: secretId };
  const show = useOperation('POST /issued-secrets/{id}/show', {
    params,
    proof: 'dialog',
    onDone({ secret }) {
      hand(secretId, secret);
      setText(secret);
    },
  });
  const acknowledge = useOperation('POST /issued-secrets/{id}/acknowledge', {
    params,
    proof: 'none',
    stale: [webhookKeys.all(account)],
    onDone() {
      forget(secretId);
      onKept();
    },
  });
  return { text: text ?? handedOver(secretId), show, acknowledge };
}
