'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import type { Whole } from '#lib/deliveries/rows.ts';
import type { FilterState } from './use-deliveries.ts';

type Props = { state: FilterState; answers: Whole['answers'] };

/** Open failures by what was answered: one press narrows the list to equal ones, another one shows all again. */
export function AnswerGroups({ state: { filters, set }, answers = [] }: Props) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  const { answer, statusClass } = filters;
  if (answers.length < 2 && answer === null) return null;
  const chosen = (status: number | null) =>
    status === null ? statusClass?.join() === 'none' : answer === String(status);
  const choose = (status: number | null) => {
    if (chosen(status)) set({ answer: null, statusClass: null });
    else if (status === null) set({ answer: null, statusClass: ['none'] });
    else set({ answer: String(status), statusClass: null });
  };
  return answers.map(({ status, count }) => (
    <Button key={status} size="sm" aria-pressed={chosen(status)} onClick={() => choose(status)}>
      {status ?? t('table.noAnswer')} <b>{count.toLocaleString(locale)}</b>
    </Button>
  ));
}
