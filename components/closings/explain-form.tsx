'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { type BodyOf, useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { focusFirstInvalid, focusOnMount, PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { allClosings, type DayDetail, type DifferenceLine } from '#lib/closings/queries.ts';
import { MOST_NOTE } from '#lib/closings/rules.ts';
import type { Day } from '#lib/core/dates.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { formatBrl } from '#lib/core/money.ts';
import { differenceName } from './closing-labels.tsx';

const ENDPOINT = 'PATCH /closings/{day}/differences/{id}';
const NOBODY = '';
type Explanation = { responsible: string; note: string };

const explanationForm: FormDescription<Explanation, null, BodyOf<typeof ENDPOINT>> = {
  blank: { responsible: NOBODY, note: '' },
  fields: { responsible: { kind: 'own' }, note: { kind: 'text', most: MOST_NOTE } },
  body: ({ responsible, note }) => ({
    responsible: responsible === NOBODY ? null : responsible,
    note: note.trim() === '' ? null : note.trim(),
  }),
};

type Props = { detail: DayDetail; difference: DifferenceLine; onClose: () => void };

/** Explains a difference in place: who is responsible, and a note. Without a note it stays open, or is open again. */
export function ExplainForm({ detail: { day, people }, difference, onClose }: Props) {
  const t = useTranslations('closings.explain');
  const toast = useToast();
  const { account, session } = useSession();
  const { id, responsible, note } = difference;
  const me = people.find((person) => person.id === session.operator.id);
  const form = useOperationForm(ENDPOINT, explanationForm, {
    facts: null,
    first: { responsible: (responsible ?? me)?.id ?? NOBODY, note: note ?? '' },
    params: { day, id },
    proof: 'none',
    stale: [allClosings(account.slug)],
    errorText: (code) => (t.has(`errors.${code}`) ? t(`errors.${code as 'personal'}`) : code),
    onDone: ({ state }) => {
      toast(t(state === 'explained' ? 'explained' : 'saved'));
      onClose();
    },
  });
  // Somebody who may no longer explain can still be the responsible person.
  const choices =
    responsible === null || people.some((person) => person.id === responsible.id)
      ? people
      : [responsible, ...people];
  return (
    <form
      className="flex flex-wrap items-start gap-2 rounded-2 border border-dashed border-line-control p-2"
      noValidate
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget;
        void form.submit().then(() => focusFirstInvalid(element));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex-[0_0_9rem] stacked:flex-[1_0_100%]">
        <SelectField label={t('responsible')} {...form.at('responsible')}>
          <option value={NOBODY}>{t('nobody')}</option>
          {choices.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="min-w-0 flex-[1_1_12rem]">
        <PlainField
          label={t('note', { name: differenceName(difference) })}
          rule={t('length', { count: form.values.note.trim().length, most: MOST_NOTE })}
          maxLength={MOST_NOTE}
          ref={focusOnMount}
          {...form.at('note')}
        />
      </div>
      <Button type="submit" aria-busy={form.busy} className="mt-[1.1875rem] stacked:mt-0 stacked:w-full">
        {t(form.values.note.trim() === '' ? 'save' : 'saveExplanation')}
      </Button>
      {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} className="basis-full" />}
    </form>
  );
}

type MatchProps = {
  day: Day;
  order: DifferenceLine;
  /** Payments without an order, of the differences that are read. */
  payments: readonly DifferenceLine[];
  onClose: () => void;
};

/** Matches an order with a payment by the operator's word; payments of the same amount come first. */
export function MatchForm({ day, order, payments, onClose }: MatchProps) {
  const t = useTranslations('closings.orders.match');
  const toast = useToast();
  const account = useSession().account.slug;
  const amount = order.left?.amount?.cents;
  const isSame = (payment: DifferenceLine) => payment.right?.amount?.cents === amount;
  const sorted = [...payments].sort((a, b) => Number(isSame(b)) - Number(isSame(a)));
  const [chosen, choose] = useState(sorted[0]?.transactionId ?? '');
  const form = useOperation('POST /closings/{day}/orders/matches', {
    params: { day },
    proof: 'none',
    stale: [allClosings(account)],
    onDone: () => {
      toast(t('done'));
      onClose();
    },
  });
  const reference = order.left?.id;
  if (reference === undefined || sorted.length === 0) return null;
  return (
    <form
      className="flex flex-wrap items-end gap-2 rounded-2 border border-dashed border-line-control p-2"
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') void form.submit({ reference, transactionId: chosen });
      }}
    >
      <div className="min-w-0 flex-[1_1_12rem]">
        <SelectField label={t('payment')} value={chosen} onChange={choose}>
          {sorted.map(({ id, transactionId, right }) => (
            <option key={id} value={transactionId ?? ''}>
              {right?.amount ? formatBrl(right.amount.cents) : '–'} · {shortId(transactionId ?? id)}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" aria-busy={form.busy}>
        {t('button')}
      </Button>
      {Boolean(form.error) && <ErrorCard error={form.error} className="basis-full" />}
    </form>
  );
}
