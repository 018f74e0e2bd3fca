'use client';

import { useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import type { PixKeyKind } from '#lib/core/pix/pix-key.ts';
import { codeAsSent, codeError, keyAsSent, keyError, offersRecurrence } from '#lib/payments/field-rules.ts';
import {
  type Receiver,
  type ReceiverSearch,
  receiverInForce,
  receiverMark,
  typeInForce,
} from '#lib/payments/outgoing-forms.ts';
import { useHeadroom } from '../headroom.tsx';
import { fieldErrorsOf } from '../refused.tsx';

type Options = {
  /** The state of the form, from `useOperationForm`. */
  form: {
    good: boolean;
    faults: ReadonlyMap<string, string>;
    fill: (part: { found: Receiver | null }) => void;
    check: (whenValid: () => unknown) => Promise<unknown>;
    renew: () => void;
    submit: () => unknown;
  };
  /** The form's values by which the receiver is looked up; `field` has the key or the code. */
  search: ReceiverSearch;
  field: string;
  /** False where the receiver needs no look-up. */
  looksUp?: boolean;
  /** Null while the amount is not valid. */
  cents: number | null;
  /** True where the payment counts towards the daily limit. */
  limited: boolean;
  onSent: (operationId: string) => void;
};

/** An outgoing payment being entered: the look-up of its receiver, and the review before the request. */
export function useOutgoing({ form, search, field, looksUp = true, cents, limited, onSent }: Options) {
  const [reviewing, setReviewing] = useState(false);
  /** The review is wanted, and opens once the look-up ends. */
  const [wanted, setWanted] = useState(false);
  const found = useFound(search, form.fill);
  const { busy } = found;
  const shown = !looksUp || found.shown;
  const ready = form.good && shown;
  useEffect(() => {
    if (!wanted || busy) return;
    setWanted(false);
    if (ready) setReviewing(true);
  }, [wanted, busy, ready]);
  return {
    ...found,
    cents,
    headroom: useHeadroom(cents ?? 0, { limited }),
    reviewing,
    back: () => setReviewing(false),
    /** To be called on every change of a value. */
    onEdit() {
      setWanted(false);
      setReviewing(false);
    },
    /** Marks missing fields; opens the review once the receiver is known. */
    async review() {
      form.renew();
      if (!shown) found.find();
      await form.check(() => undefined);
      // A code's amount is known only once it is decoded, so the form may be incomplete now; the effect above
      // opens the review only if it is complete then.
      setWanted(form.good || (!shown && !form.faults.has(field)));
    },
    /** A found receiver is valid for ten minutes; then Guichê looks it up again before the request. */
    submit: () => (shown ? form.submit() : setReviewing(false)),
    onDone({ operation }: { operation: { id: string } }) {
      setReviewing(false);
      onSent(operation.id);
    },
    onRefused(error: unknown) {
      if (looksUp && found.readAgainAfter(error)) setReviewing(false);
    },
  };
}
export type Outgoing = ReturnType<typeof useOutgoing>;

/** The receiver found for the form's values, and the look-up. `set` writes it into the form. */
function useFound(search: ReceiverSearch, set: (part: { found: Receiver | null }) => void) {
  const { slug: account, capabilities } = useSession().account;
  const running = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ of: string; error: unknown } | null>(null);
  const byCode = search.way === 'code';
  const receiver = receiverInForce(search, serverNow());
  /** The error of the look-up for the current values. */
  const refused = error?.of === receiverMark(search) ? error.error : null;
  // The account's provider may not support the look-up, although its kind could.
  const unsupported = refused instanceof CallError && refused.problem.code === 'not_supported';
  // Where the account has no look-up, the receiver cannot be shown before the payment; the form says so.
  const unseen = !capabilities.includes(byCode ? 'qr-decode' : 'key-lookup') || unsupported;
  /** Looks up a key's holder or decodes a code, once for each. */
  const lookUp = async (wanted: ReceiverSearch) => {
    const of = receiverMark(wanted);
    const keyType = typeInForce(wanted.key, wanted.keyType);
    const fault = wanted.way === 'code' ? codeError(wanted.code) : keyError(wanted.key, keyType);
    // Pix directories count every look-up: a running one is not repeated, and only the newest answer is stored.
    if (of === null || fault !== null || running.current === of) return;
    running.current = of;
    setBusy(true);
    setError(null);
    try {
      const at = new Date(serverNow()).toISOString();
      const found = { of, at, ...(await readReceiver(account, wanted, keyType)) };
      if (running.current === of) set({ found });
    } catch (thrown) {
      if (running.current === of) setError({ of, error: thrown });
    } finally {
      if (running.current === of) {
        running.current = null;
        setBusy(false);
      }
    }
  };
  return {
    byCode,
    receiver,
    busy,
    refused,
    unseen,
    shown: receiver !== null || unseen,
    /** The code also offers a recurrence, which is not authorised here. */
    recurrence: byCode && offersRecurrence(search.code),
    find(part: Partial<ReceiverSearch> = {}) {
      const next = { ...search, ...part };
      if (receiverInForce(next, serverNow()) === null) void lookUp(next);
    },
    /** True if the request was refused because the code's amount changed: the code is read again. */
    readAgainAfter(thrown: unknown): boolean {
      if (!/^amount_(changed|fixed)$/.test(fieldErrorsOf(thrown).get('amount') ?? '')) return false;
      set({ found: null });
      void lookUp(search);
      return true;
    },
  };
}
export type Found = ReturnType<typeof useFound>;

async function readReceiver(account: string, { way, key, code }: ReceiverSearch, keyType: PixKeyKind | null) {
  if (way === 'code')
    return { code: await call('POST /pix-qr-codes/decode', { account, body: { code: codeAsSent(code) } }) };
  if (keyType === null) throw new Error('A key without a type is not looked up.');
  const body = { key: keyAsSent(key, keyType), keyType };
  return { holder: await call('POST /pix-keys/lookup', { account, body }) };
}
