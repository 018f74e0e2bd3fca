'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { serverNow } from '#lib/clock.ts';
import { rulesOptions } from '#lib/payments/queries.ts';
import {
  readWithdrawal,
  type WithdrawalDraft,
  withdrawalBounds,
  withdrawalForm,
} from '#lib/payments/withdrawal-form.ts';
import { useHeadroom } from '../check/use-headroom.ts';
import { staleByMoney } from '../stale.ts';
import { useFaultLabels } from '../use-faults.ts';
import { useFound, useWanted } from './use-found.ts';

const endpointOf = ({ way }: WithdrawalDraft) =>
  way === 'code' ? 'POST /withdrawals/qr-code' : 'POST /withdrawals';

/** A withdrawal from its key or code to the moment it is asked. */
export function useWithdrawal(onSent: (operationId: string) => void) {
  const account = useSession().account.slug;
  const { data: rules } = useQuery(rulesOptions(account));
  const words = useFaultLabels();
  const facts = { rules, now: serverNow() };
  const [reviewing, setReviewing] = useState(false);
  const form = useOperationForm(endpointOf, withdrawalForm, {
    facts,
    restarts: true,
    words: (fault) => words(fault, withdrawalBounds(facts)),
    stale: staleByMoney(account),
    onDone({ operation }) {
      setReviewing(false);
      onSent(operation.id);
    },
    onRefused: (error) => found.readAgainAfter(error) && setReviewing(false),
  });
  const { values } = form;
  const found = useFound(values, form.fill);
  const { cents } = readWithdrawal(values, facts);
  const good = form.good && found.shown;
  const setWanted = useWanted(found.busy, () => good && setReviewing(true));
  const set = (part: Partial<WithdrawalDraft>) => {
    setWanted(false);
    setReviewing(false);
    form.set(part);
  };
  return {
    ...found,
    // A found receiver holds for ten minutes; then Guichê looks it up again before the operator can ask.
    form: { ...form, submit: () => (found.shown ? form.submit() : setReviewing(false)) },
    values,
    set,
    cents,
    room: useHeadroom(cents ?? 0),
    words,
    reviewing,
    /** Marks what is missing; goes on once it is known who receives. */
    async review() {
      form.renew();
      if (!found.shown) found.find();
      await form.check(() => undefined);
      // Only the code knows its amount: while it is read nothing is missing yet.
      setWanted(form.good || (values.way === 'code' && !found.shown && !form.faults.has('code')));
    },
    back: () => setReviewing(false),
  };
}
export type Withdrawal = ReturnType<typeof useWithdrawal>;
