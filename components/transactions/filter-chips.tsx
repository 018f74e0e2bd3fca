'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { ChipButton, ChipRemove, ChipWords } from '#components/ui/chip.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatDocument } from '#lib/documents.ts';
import { formatBrl } from '#lib/money.ts';
import {
  FILTER_NAMES,
  type FilterName,
  isPersonal,
  isSet,
  removal,
  type TextFilter,
} from './filter-kinds.ts';
import { FilterEditor } from './later-parts.tsx';
import type { FilterState } from './use-filters.ts';
import { useWordLabel } from './use-word-label.ts';

/** The filters in force, besides the period: the words open one, the × takes it away. */
export function FilterChips({ state }: { state: FilterState }) {
  return FILTER_NAMES.filter((name) => isSet(name, state.filters, state.stored)).map((name) => (
    <FilterChip key={name} name={name} state={state} />
  ));
}

function FilterChip({ name, state }: { name: FilterName; state: FilterState }) {
  const t = useTranslations('transactions.filters');
  const value = useShownValue(name, state);
  const label = t(`name.${name}`);
  const open = useCan('reveal') || !isPersonal(name);
  const remove = () => {
    const change = removal(name);
    // A refusal is told by the view (`storeError`).
    if ('store' in change) state.store(change.store).catch(() => {});
    else state.set(change.filters);
  };
  return (
    <span className="chip">
      {open ? (
        <Popover label={t('edit', { name: label })} trigger={<ChipButton label={label} value={value} />}>
          {(close) => <FilterEditor name={name} state={state} onDone={close} />}
        </Popover>
      ) : (
        <ChipWords label={label} value={value} />
      )}
      <ChipRemove label={t('remove', { name: label })} onClick={remove} />
    </span>
  );
}

function useShownValue(name: FilterName, state: FilterState): string {
  const t = useTranslations('transactions.filters');
  const { filters } = state;
  const label = useWordLabel();
  switch (name) {
    case 'status':
    case 'type':
    case 'method': {
      const [first = '', ...more] = filters[name] ?? [];
      const words = label(name, first);
      return more.length === 0 ? words : t('many', { first: words, more: more.length });
    }
    default:
      return textOf(name, state);
  }
}

/** A text filter's value as people write it. */
export function textOf(name: TextFilter, { filters, stored }: FilterState): string {
  switch (name) {
    case 'amount':
      return formatBrl(filters.amount ?? 0);
    case 'document':
      return formatDocument(stored?.document ?? '');
    case 'person':
      return stored?.name ?? '';
    case 'endToEndId':
      return shortId(filters.endToEndId ?? '');
    default:
      return filters[name] ?? '';
  }
}

/** Dashed: first which filter, then its value, in the same layer. */
export function AddFilter({ state }: { state: FilterState }) {
  const t = useTranslations('transactions.filters');
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<FilterName | null>(null);
  const reveal = useCan('reveal');
  const free = FILTER_NAMES.filter(
    (other) => (reveal || !isPersonal(other)) && !isSet(other, state.filters, state.stored),
  );
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setName(null);
  };
  return (
    <span className="chip chip-add">
      <Popover
        label={t('addLabel')}
        open={open}
        onOpenChange={change}
        padded={name !== null}
        trigger={
          <button type="button" aria-label={t('addLabel')}>
            <Icon name="plus" size="s" />
            {t('add')}
          </button>
        }
      >
        {name === null ? (
          <div className="menu">
            {free.map((other) => (
              <button
                key={other}
                type="button"
                className="menu-item w-full hover:bg-hover"
                onClick={() => setName(other)}
              >
                {t(`name.${other}`)}
              </button>
            ))}
          </div>
        ) : (
          <FilterEditor name={name} state={state} onDone={() => change(false)} />
        )}
      </Popover>
    </span>
  );
}
