'use client';

import { useCallback, useRef, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import { keyAsSent, keyFault } from '#lib/payments/rules.ts';
import { type Receiver, receiverMark, type Sought, typeInForce } from '#lib/payments/withdrawal-form.ts';

/** Looks a key's holder up or decodes a code, once for each; the answer is kept by the caller. */
export function useReceiver(keep: (receiver: Receiver | null) => void) {
  const account = useSession().account.slug;
  const asking = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; error: unknown } | null>(null);
  const ask = useCallback(
    async (of: string, read: () => Promise<Receiver>) => {
      // Directories count every look-up: one for one receiver, and only the newest is kept.
      if (asking.current === of) return;
      asking.current = of;
      setBusy(true);
      setError(null);
      try {
        const found = await read();
        if (asking.current === of) keep(found);
      } catch (thrown) {
        if (asking.current === of) setError({ of, error: thrown });
      } finally {
        if (asking.current === of) {
          asking.current = null;
          setBusy(false);
        }
      }
    },
    [keep],
  );
  const find = useCallback(
    (draft: Sought) => {
      const of = receiverMark(draft);
      const keyType = typeInForce(draft.key, draft.keyType);
      const code = draft.code.trim();
      if (of === null || (draft.way === 'code' ? code.length < 8 : keyFault(draft.key, keyType) !== null))
        return;
      void ask(of, async () => {
        const at = new Date().toISOString();
        if (draft.way === 'code')
          return { of, at, code: await call('POST /pix-qr-codes/decode', { account, body: { code } }) };
        if (keyType === null) throw new Error('A key without a type is not looked up.');
        const body = { key: keyAsSent(draft.key, keyType), keyType };
        return { of, at, holder: await call('POST /pix-keys/lookup', { account, body }) };
      });
    },
    [account, ask],
  );
  return { busy, error, find };
}
