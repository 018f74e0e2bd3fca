'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { serverNow } from '#lib/clock.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import {
  isByCode,
  type ReceiverKind,
  readTransfer,
  soughtOf,
  TRANSFER_BOUNDS,
  type TransferDraft,
  transferForm,
} from '#lib/payments/transfer-form.ts';
import { readBrCode } from '#lib/pix/br-code.ts';
import { useHeadroom } from '../check/use-headroom.ts';
import { staleByMoney } from '../stale.ts';
import { useFaultLabels } from '../use-faults.ts';
import { useFound, useWanted } from '../withdrawals/use-found.ts';

/** A transfer between accounts of the service, from its receiver to the moment it is asked. */
export function useTransfer(onSent: (operationId: string) => void) {
  const { slug: account, kind: service, capabilities } = useSession().account;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useFaultLabels();
  const kind: ReceiverKind = rules?.transfer.receiver ?? (service === 'hub' ? 'pix_key' : 'account_number');
  const facts = { kind, reads: capabilities.includes('qr-decode'), now: serverNow() };
  const [reviewing, setReviewing] = useState(false);
  const form = useOperationForm('POST /transfers', transferForm, {
    facts,
    restarts: true,
    words: (fault) => words(fault, TRANSFER_BOUNDS),
    stale: staleByMoney(account),
    onDone({ operation }) {
      setReviewing(false);
      onSent(operation.id);
    },
    onRefused: (error) => byCode && found.readAgainAfter(error) && setReviewing(false),
  });
  const { values, faults } = form;
  const byCode = isByCode(values, facts);
  const found = useFound(soughtOf(values), form.fill);
  const { cents, fixed } = readTransfer(values, facts);
  const shown = !byCode || found.shown;
  const good = form.good && shown;
  const setWanted = useWanted(found.busy, () => good && setReviewing(true));
  const set = (part: Partial<TransferDraft>) => {
    setWanted(false);
    setReviewing(false);
    form.set(part);
    // A code that is whole is read at once: it was pasted.
    const { receiver = '' } = part;
    if (kind === 'pix_key' && typeof readBrCode(receiver) !== 'string') found.find({ code: receiver });
  };
  return {
    kind,
    byCode,
    found,
    // Whom a code pays holds for ten minutes: after that it is read again before anything can be asked.
    form: { ...form, submit: () => (shown ? form.submit() : setReviewing(false)) },
    cents,
    fixed,
    room: useHeadroom(cents ?? 0, { limited: false }),
    reviewing,
    at: <N extends keyof TransferDraft>(name: N) => ({
      ...form.at(name),
      onChange: (value: TransferDraft[N]) => set({ [name]: value }),
    }),
    async review() {
      form.renew();
      // Only the code knows its amount: until it is read nothing else is missing.
      const unread = !shown && !faults.has('receiver');
      if (unread) found.find();
      await form.check(() => undefined);
      setWanted(good || unread);
    },
    back: () => setReviewing(false),
  };
}
export type Transfer = ReturnType<typeof useTransfer>;
