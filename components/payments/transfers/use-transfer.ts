'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import { callbackFault, keyAsSent, keyTypesOf, readAmount, receiverFault } from '#lib/payments/rules.ts';
import { useRoom } from '../check/use-room.ts';
import { useDraft } from '../draft.ts';
import { faultsOf, useFaultWords } from '../use-faults.ts';
import { useMoneyForm } from '../use-money-form.ts';

export type TransferDraft = {
  receiver: string;
  amount: string;
  reference: string;
  description: string;
  callbackUrl: string;
};
const BLANK: TransferDraft = { receiver: '', amount: '', reference: '', description: '', callbackUrl: '' };
export type ReceiverKind = 'account_number' | 'pix_key';

/** Document 1's bounds of a transfer are not shown: its own refusal tells them. */
const BOUNDS = { min: 1, max: null };

/** A transfer between accounts of the service, from its receiver to the moment it is asked. */
export function useTransfer(onSent: (operationId: string) => void) {
  const { account } = useSession();
  const { data: rules } = useQuery(rulesOptions(account.slug));
  const kind: ReceiverKind =
    rules?.transfer.receiver ?? (account.kind === 'hub' ? 'pix_key' : 'account_number');
  const draft = useDraft<TransferDraft>('transfer', BLANK);
  const { values } = draft;
  const [reviewing, setReviewing] = useState(false);
  const [tried, setTried] = useState(false);
  const judged = judge(values, kind);
  const room = useRoom(judged.cents ?? 0, { limited: false });
  const money = useMoneyForm({
    draft,
    body: () => (judged.good && judged.cents !== null ? bodyOf(values, kind, judged.cents) : null),
    send: (body, idempotencyKey) => call('POST /transfers', { account: account.slug, body, idempotencyKey }),
    onSent: ({ operation }) => {
      setReviewing(false);
      setTried(false);
      onSent(operation.id);
    },
  });
  const set = (part: Partial<TransferDraft>) => {
    money.form.clear();
    money.setAgain({});
    setReviewing(false);
    draft.set(part);
  };
  const words = useFaultWords();
  const refused = faultsOf(money.form.error);
  return {
    rules,
    kind,
    draft: { ...draft, set },
    judged,
    room,
    money,
    tried,
    reviewing,
    review: () => {
      setTried(true);
      money.form.renew();
      if (judged.good) setReviewing(true);
    },
    back: () => setReviewing(false),
    errorAt: (field: string, own: string | null) => words(refused.get(field) ?? own, BOUNDS),
  };
}
export type Transfer = ReturnType<typeof useTransfer>;

function judge(values: TransferDraft, kind: ReceiverKind) {
  const { cents, fault } = readAmount(values.amount, BOUNDS);
  const faults = {
    receiver: receiverFault(values.receiver, kind),
    amount: fault,
    callbackUrl: callbackFault(values.callbackUrl),
  };
  return { cents, faults, good: Object.values(faults).every((one) => one === null) };
}

/** A key that can be two things goes as it was typed: only the service knows which of its accounts has it. */
function receiverAsSent(text: string, kind: ReceiverKind): string {
  const types = keyTypesOf(text);
  const [only] = types;
  return kind === 'pix_key' && types.length === 1 && only !== undefined ? keyAsSent(text, only) : text.trim();
}

function bodyOf(values: TransferDraft, kind: ReceiverKind, amount: number) {
  const some = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  return {
    amount,
    receiver: receiverAsSent(values.receiver, kind),
    ...some('clientReference', values.reference),
    ...some('description', values.description),
    ...some('callbackUrl', values.callbackUrl),
  };
}
