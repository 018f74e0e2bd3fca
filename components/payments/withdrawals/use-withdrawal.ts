'use client';

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import type { AmountBounds } from '#lib/payments/rules.ts';
import { useRoom } from '../check/use-room.ts';
import { type DraftStore, useDraft } from '../draft.ts';
import { typeInForce } from '../fields/key-field.tsx';
import { faultsOf, useFaultWords } from '../use-faults.ts';
import { useMoneyForm } from '../use-money-form.ts';
import { codeMark, keyMark, type Receiver, useReceiver } from './use-receiver.ts';
import {
  asksOf,
  BLANK_WITHDRAWAL,
  type CodeBody,
  codeBody,
  judgeWithdrawal,
  type KeyBody,
  keyBody,
  receiverInForce,
  type WithdrawalDraft,
} from './withdrawal-draft.ts';

/** A withdrawal from its key or code to the moment it is asked. */
export function useWithdrawal(onSent: (operationId: string) => void) {
  const { account } = useSession();
  const { data: rules } = useQuery(rulesOptions(account.slug));
  const draft = useDraft<WithdrawalDraft>('withdrawal', BLANK_WITHDRAWAL);
  const { values } = draft;
  const [reviewing, setReviewing] = useState(false);
  const [tried, setTried] = useState(false);
  const found = useFound(draft);
  const judged = judgeWithdrawal(values, rules, asksOf(found.receiver));
  const room = useRoom(judged.cents ?? 0);
  // Where the account cannot look a receiver up, nothing can be shown first; the form says so.
  const lookUp = values.way === 'code' ? 'qr-decode' : 'key-lookup';
  const unseen = !account.capabilities.includes(lookUp) || isNotRead(found.refused);
  const shown = found.receiver !== null || unseen;
  const good = judged.good && shown;
  const money = useMoneyForm({
    draft,
    body: () => (good ? makeBody(values, judged) : null),
    send: (body, idempotencyKey) =>
      send(account.slug, body, idempotencyKey).catch((error: unknown) => {
        if (/^amount_(changed|fixed)$/.test(faultsOf(error).get('amount') ?? '')) {
          // What the code asks now is read and looked at before anything can be asked.
          setReviewing(false);
          found.readAgain();
        }
        throw error;
      }),
    onSent: ({ operation }) => {
      setReviewing(false);
      setTried(false);
      onSent(operation.id);
    },
  });
  const { busy } = found.receiving;
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // Asked to go on while the look-up ran: it goes on once it is known who receives.
    if (!wanted || busy) return;
    setWanted(false);
    if (good) setReviewing(true);
  }, [wanted, busy, good]);
  const set = (part: Partial<WithdrawalDraft>) => {
    setWanted(false);
    money.form.clear();
    money.setAgain({});
    setReviewing(false);
    draft.set(part);
  };
  const review = () => {
    setTried(true);
    money.form.renew();
    if (!shown) found.find();
    // Only the code knows its amount: while it is read nothing is missing yet.
    setWanted(judged.good || (values.way === 'code' && !shown && judged.faults.receiver === null));
  };
  const errorAt = useErrorAt(money.form.error ?? found.refused, judged.bounds);
  const back = () => setReviewing(false);
  const asked = { unseen, rules, draft: { ...draft, set }, values, judged, room, money };
  return { ...asked, ...found, tried, reviewing, review, back, errorAt };
}
export type Withdrawal = ReturnType<typeof useWithdrawal>;

/** Who was found for what stands in the form, and the way to ask. */
function useFound({ values, set }: DraftStore<WithdrawalDraft>) {
  const keep = useCallback((found: Receiver | null) => set({ found }), [set]);
  const receiving = useReceiver(keep);
  const find = (part: Partial<WithdrawalDraft> = {}) => {
    const next = { ...values, ...part };
    if (receiverInForce(next, Date.now()) !== null) return;
    if (next.way === 'code') receiving.decode(next.code);
    else receiving.lookUp(next.key, typeInForce(next.key, next.keyType));
  };
  const readAgain = () => {
    set({ found: null });
    receiving.decode(values.code);
  };
  const receiver = receiverInForce(values, Date.now());
  const type = typeInForce(values.key, values.keyType);
  const mark = values.way === 'code' ? codeMark(values.code) : type === null ? '' : keyMark(values.key, type);
  /** Why what stands in the form now was not found. */
  const refused = receiving.error?.of === mark ? receiving.error.error : null;
  return { receiver, asks: asksOf(receiver), receiving, refused, find, readAgain };
}

/** This account's service reads no codes, whatever its kind could. */
const isNotRead = (error: unknown) => error instanceof CallError && error.problem.code === 'not_supported';

/** The server's word for any of these fields, else the form's own. */
function useErrorAt(error: unknown, bounds: AmountBounds) {
  const words = useFaultWords();
  const refused = faultsOf(error);
  return (fields: readonly string[], own: string | null) => {
    const told = fields.map((field) => refused.get(field)).find((one) => one !== undefined);
    return words(told ?? own, bounds);
  };
}

function send(account: string, body: KeyBody | CodeBody, idempotencyKey: string) {
  return 'code' in body
    ? call('POST /withdrawals/qr-code', { account, body, idempotencyKey })
    : call('POST /withdrawals', { account, body, idempotencyKey });
}

function makeBody(
  values: WithdrawalDraft,
  judged: ReturnType<typeof judgeWithdrawal>,
): KeyBody | CodeBody | null {
  const { cents, type } = judged;
  if (cents === null) return null;
  if (values.way === 'code') return codeBody(values, cents);
  return type === null ? null : keyBody(values, cents, type);
}
