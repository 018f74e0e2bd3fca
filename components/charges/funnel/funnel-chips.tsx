'use client';

import { useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { changedValues } from '#lib/list/parsers.ts';
import type { FunnelChoices, FunnelNarrowing } from '#lib/payments/funnel.ts';
import { funnelParsers } from '#lib/payments/payments.list.ts';

/** The funnel's filters, stored in the address. */
export function useNarrowing() {
  const [{ account, term }, write] = useQueryStates(funnelParsers, { history: 'push' });
  const narrowing: FunnelNarrowing = { virtualAccount: account ?? undefined, term: term ?? undefined };
  const narrow = (next: FunnelNarrowing) =>
    void write((current) =>
      changedValues(current, { account: next.virtualAccount ?? null, term: next.term ?? null }),
    );
  return { narrowing, narrow };
}

type Props = {
  choices: FunnelChoices | null;
  narrowing: FunnelNarrowing;
  onChange: (next: FunnelNarrowing) => void;
};

/**
 * Filters for virtual account and term; each is shown if the charges have more than one value, or one is
 * selected.
 */
export function FunnelChips({ choices, narrowing, onChange }: Props) {
  const t = useTranslations('payments.funnel.narrow');
  const term = useTermLabels();
  const accounts = choices?.accounts.map(({ name }) => name) ?? [];
  const terms = (choices?.terms.map(({ minutes }) => minutes) ?? []).sort((a, b) => a - b);
  return (
    <>
      <Choice
        label={t('account')}
        chosen={narrowing.virtualAccount}
        options={accounts.map((name) => ({ value: name, label: name }))}
        onChoose={(virtualAccount) => onChange({ ...narrowing, virtualAccount })}
      />
      <Choice
        label={t('term')}
        chosen={narrowing.term === undefined ? undefined : String(narrowing.term)}
        options={terms.map((minutes) => ({ value: String(minutes), label: term(minutes) }))}
        say={(value) => term(Number(value))}
        onChoose={(minutes) =>
          onChange({ ...narrowing, term: minutes === undefined ? undefined : Number(minutes) })
        }
      />
    </>
  );
}

type ChoiceProps = {
  label: string;
  chosen: string | undefined;
  options: { value: string; label: string }[];
  say?: (value: string) => string;
  onChoose: (value: string | undefined) => void;
};

function Choice({ label, chosen, options, say = String, onChoose }: ChoiceProps) {
  const t = useTranslations('list.filters');
  if (chosen === undefined && options.length < 2) return null;
  const known = chosen === undefined || options.some(({ value }) => value === chosen);
  const all = known ? options : [...options, { value: chosen, label: say(chosen) }];
  return (
    <Chip>
      <Menu
        label={label}
        items={[
          {
            kind: 'choice',
            id: 'one',
            label,
            value: chosen ?? '',
            onChange: (next: string) => onChoose(next === '' ? undefined : next),
            options: [{ value: '', label: t('any') }, ...all],
          },
        ]}
        trigger={
          <ChipButton
            label={label}
            value={chosen === undefined ? t('any') : say(chosen)}
            caret={chosen === undefined}
          />
        }
      />
      {chosen !== undefined && (
        <ChipRemove label={t('remove', { name: label })} onClick={() => onChoose(undefined)} />
      )}
    </Chip>
  );
}

/** Formats a term: '10 min', '1 h', '2 dias'. */
export function useTermLabels(): (minutes: number) => string {
  const t = useTranslations('payments.funnel.narrow');
  return (minutes) => {
    if (minutes % 1_440 === 0) return t('days', { count: minutes / 1_440 });
    return minutes % 60 === 0 ? t('hours', { count: minutes / 60 }) : t('minutes', { count: minutes });
  };
}
