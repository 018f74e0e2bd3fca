'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import { codeAsSent, codeError, keyAsSent, keyError, offersRecurrence } from '#lib/payments/field-rules.ts';
import {
  type Receiver,
  type ReceiverSearch,
  receiverInForce,
  receiverMark,
  typeInForce,
} from '#lib/payments/withdrawal-form.ts';
import { faultsOf } from '../refused.tsx';

/** The receiver found for the form's values, and the look-up. `set` writes it into the form. */
export function useFound(sought: ReceiverSearch, set: (part: { found: Receiver | null }) => void) {
  const { capabilities } = useSession().account;
  const storeReceiver = useCallback((found: Receiver | null) => set({ found }), [set]);
  const { busy, error, find } = useReceiver(storeReceiver);
  const byCode = sought.way === 'code';
  const receiver = receiverInForce(sought, serverNow());
  /** The error of the look-up for the current values. */
  const refused = error?.of === receiverMark(sought) ? error.error : null;
  // Where the account has no look-up, the receiver cannot be shown before the payment; the form says so.
  const unseen = !capabilities.includes(byCode ? 'qr-decode' : 'key-lookup') || isNotRead(refused);
  return {
    byCode,
    receiver,
    busy,
    refused,
    unseen,
    shown: receiver !== null || unseen,
    /** The code also offers a recurrence, which is not authorised here. */
    recurrence: byCode && offersRecurrence(sought.code),
    find(part: Partial<ReceiverSearch> = {}) {
      const next = { ...sought, ...part };
      if (receiverInForce(next, serverNow()) === null) find(next);
    },
    /**
     * True if the request was refused because the code's amount changed: the code is read again and must be
     * reviewed again.
     */
    readAgainAfter(thrown: unknown): boolean {
      if (!/^amount_(changed|fixed)$/.test(faultsOf(thrown).get('amount') ?? '')) return false;
      set({ found: null });
      find(sought);
      return true;
    },
  };
}
export type Found = ReturnType<typeof useFound>;

/** The account's provider does not support the look-up, although its kind could. */
const isNotRead = (error: unknown) => error instanceof CallError && error.problem.code === 'not_supported';

/** Remembers a request to continue during the look-up, and continues once the look-up ends. */
export function useWanted(busy: boolean, onReady: () => void) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || busy) return;
    setWanted(false);
    onReady();
  }, [wanted, busy, onReady]);
  return setWanted;
}

/** Looks up a key's holder or decodes a code, once for each; the caller stores the answer. */
function useReceiver(storeReceiver: (receiver: Receiver | null) => void) {
  const account = useSession().account.slug;
  const asking = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; error: unknown } | null>(null);
  const ask = useCallback(
    async (of: string, read: () => Promise<Receiver>) => {
      // Pix directories count every look-up: a running one is not repeated, and only the newest answer is
      // stored.
      if (asking.current === of) return;
      asking.current = of;
      setBusy(true);
      setError(null);
      try {
        const found = await read();
        if (asking.current === of) storeReceiver(found);
      } catch (thrown) {
        if (asking.current === of) setError({ of, error: thrown });
      } finally {
        if (asking.current === of) {
          asking.current = null;
          setBusy(false);
        }
      }
    },
    [storeReceiver],
  );
  const find = useCallback(
    (draft: ReceiverSearch) => {
      const of = receiverMark(draft);
      const keyType = typeInForce(draft.key, draft.keyType);
      const fault = draft.way === 'code' ? codeError(draft.code) : keyError(draft.key, keyType);
      if (of === null || fault !== null) return;
      const code = codeAsSent(draft.code);
      void ask(of, async () => {
        const at = new Date(serverNow()).toISOString();
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
