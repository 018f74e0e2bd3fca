'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChipButton, ChipRemove, ChipWords } from '#components/ui/chip.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { centsToDecimal, formatBrl, parseTypedBrl } from '#lib/money.ts';

type ChipProps = { label: string; value: ReactNode; items: MenuItem[]; onRemove: (() => void) | null };

export function MenuChip({ label, value, items, onRemove }: ChipProps) {
  const t = useTranslations('statement.filters');
  return (
    <span className="chip">
      <Menu
        label={label}
        items={items}
        trigger={<ChipButton label={label} value={value} caret={onRemove === null} />}
      />
      {onRemove !== null && <ChipRemove label={t('remove', { name: label })} onClick={onRemove} />}
    </span>
  );
}

type WordsProps = {
  label: string;
  words: readonly string[];
  chosen: readonly string[] | null;
  /** Services that take one value only. */
  single?: boolean;
  say: (word: string) => string;
  onChange: (next: string[] | null) => void;
};

/** Several words of one kind, or one of them; each counts at once. */
export function WordsChip({ label, words, chosen, single = false, say, onChange }: WordsProps) {
  const t = useTranslations('statement.filters');
  const [first, ...more] = chosen ?? [];
  const value =
    first === undefined
      ? t('any')
      : more.length === 0
        ? say(first)
        : t('many', { first: say(first), more: more.length });
  const offered = [...new Set([...words, ...(chosen ?? [])])];
  const choice: MenuItem = {
    kind: 'choice',
    id: 'one',
    label,
    value: first ?? '',
    onChange: (next) => onChange(next === '' ? null : [next]),
    options: [{ value: '', label: t('any') }, ...offered.map((word) => ({ value: word, label: say(word) }))],
  };
  const toggle = (word: string, on: boolean) => {
    const next = on ? [...(chosen ?? []), word] : (chosen ?? []).filter((other) => other !== word);
    onChange(next.length === 0 ? null : next);
  };
  const checks = offered.map(
    (word): MenuItem => ({
      kind: 'check',
      id: word,
      label: say(word),
      checked: chosen?.includes(word) ?? false,
      onChange: (on) => toggle(word, on),
    }),
  );
  return (
    <MenuChip
      label={label}
      value={value}
      items={single ? [choice] : checks}
      onRemove={chosen === null ? null : () => onChange(null)}
    />
  );
}

type AmountProps = {
  /** Cents. One amount, or its bounds. */
  exact: boolean;
  from: number | null;
  to: number | null;
  onChange: (from: number | null, to: number | null) => void;
};

/** One amount, or from and to. */
export function AmountChip({ exact, from, to, onChange }: AmountProps) {
  const t = useTranslations('statement.filters');
  const set = from !== null || to !== null;
  const money = (cents: number) => formatBrl(cents);
  const value = !set
    ? t('any')
    : from === to
      ? money(from ?? 0)
      : from === null
        ? t('upTo', { amount: money(to ?? 0) })
        : to === null
          ? t('atLeast', { amount: money(from) })
          : t('between', { from: money(from), to: money(to) });
  return (
    <span className="chip">
      <Popover
        label={t('name.amount')}
        trigger={<ChipButton label={t('name.amount')} value={value} caret={!set} />}
      >
        {(close) => (
          <AmountForm
            exact={exact}
            from={from}
            to={to}
            onApply={(least, most) => {
              onChange(least, most);
              close();
            }}
          />
        )}
      </Popover>
      {set && (
        <ChipRemove label={t('remove', { name: t('name.amount') })} onClick={() => onChange(null, null)} />
      )}
    </span>
  );
}

type AmountFormProps = Omit<AmountProps, 'onChange'> & { onApply: AmountProps['onChange'] };

const typed = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents).replace('.', ','));

function AmountForm({ exact, from, to, onApply }: AmountFormProps) {
  const t = useTranslations('statement.filters');
  const id = useId();
  const [first, setFirst] = useState(() => typed(from));
  const [second, setSecond] = useState(() => typed(to));
  const read = (text: string) => (text.trim() === '' ? null : parseTypedBrl(text));
  const wrong = (text: string) => text.trim() !== '' && (read(text) ?? 0) <= 0;
  const [least, most] = [read(first), read(second)];
  const bad = wrong(first) || (!exact && wrong(second));
  const crossed = !exact && least !== null && most !== null && least > most;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (bad || crossed) return;
    onApply(least, exact ? least : most);
  };
  const fault = bad ? t('fault.amount') : crossed ? t('fault.crossed') : null;
  return (
    <form className="form w-64" onSubmit={submit}>
      <Field
        id={`${id}-from`}
        label={t(exact ? 'name.amount' : 'from')}
        rule={exact ? t('exact') : undefined}
      >
        <Input
          id={`${id}-from`}
          unit="R$"
          inputMode="decimal"
          value={first}
          autoFocus
          aria-invalid={wrong(first)}
          aria-describedby={`${id}-fault`}
          onChange={(event) => setFirst(event.target.value)}
        />
      </Field>
      {!exact && (
        <Field id={`${id}-to`} label={t('to')}>
          <Input
            id={`${id}-to`}
            unit="R$"
            inputMode="decimal"
            value={second}
            aria-invalid={wrong(second) || crossed}
            aria-describedby={`${id}-fault`}
            onChange={(event) => setSecond(event.target.value)}
          />
        </Field>
      )}
      <p id={`${id}-fault`} className={fault === null ? 'form-answer' : 'form-answer text-danger-ink'}>
        {fault ?? t('signless')}
      </p>
      <Button type="submit" variant="main">
        {t('apply')}
      </Button>
    </form>
  );
}

export type TextFilter = {
  name: string;
  label: string;
  rule: string;
  value: string | null;
  /** As people write it. */
  shown: string;
  least: number;
  most: number;
  /** Personal data: kept on the server, out of the address. */
  personal: boolean;
  /** Null takes it away. May reject. */
  onChange: (next: string | null) => void | Promise<void>;
};

/** The text filters in force, and a dashed chip that adds another: first which, then its value. */
export function TextChips({ filters }: { filters: readonly TextFilter[] }) {
  const t = useTranslations('statement.filters');
  const reveal = useCan('reveal');
  const set = filters.filter(({ value }) => value !== null);
  const free = filters.filter(({ value, personal }) => value === null && (reveal || !personal));
  return (
    <>
      {set.map((filter) => (
        <span key={filter.name} className="chip">
          {reveal || !filter.personal ? (
            <Popover label={filter.label} trigger={<ChipButton label={filter.label} value={filter.shown} />}>
              {(close) => <TextForm filter={filter} onDone={close} />}
            </Popover>
          ) : (
            <ChipWords label={filter.label} value={filter.shown} />
          )}
          <ChipRemove
            label={t('remove', { name: filter.label })}
            // A refusal is told by the page.
            onClick={() => void Promise.resolve(filter.onChange(null)).catch(() => undefined)}
          />
        </span>
      ))}
      {free.length > 0 && <AddChip filters={free} />}
    </>
  );
}

function AddChip({ filters }: { filters: readonly TextFilter[] }) {
  const t = useTranslations('statement.filters');
  const [open, setOpen] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const chosen = filters.find((filter) => filter.name === name);
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
        padded={chosen !== undefined}
        trigger={<ChipButton label={t('add')} aria-label={t('addLabel')} />}
      >
        {chosen === undefined ? (
          <div className="menu">
            {filters.map((filter) => (
              <button
                key={filter.name}
                type="button"
                className="menu-item w-full hover:bg-hover"
                onClick={() => setName(filter.name)}
              >
                {filter.label}
              </button>
            ))}
          </div>
        ) : (
          <TextForm filter={chosen} onDone={() => change(false)} />
        )}
      </Popover>
    </span>
  );
}

function TextForm({ filter, onDone }: { filter: TextFilter; onDone: () => void }) {
  const t = useTranslations('statement.filters');
  const id = useId();
  const [text, setText] = useState(filter.value ?? '');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const value = text.trim();
  const short = value !== '' && value.length < filter.least;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (short) return;
    try {
      await filter.onChange(value === '' ? null : value);
      onDone();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <form className="form w-72" onSubmit={(event) => void submit(event)}>
      <Field
        id={id}
        label={filter.label}
        rule={filter.rule}
        error={tried && short ? t('fault.short', { least: filter.least }) : null}
      >
        <Input
          id={id}
          value={text}
          maxLength={filter.most}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          aria-invalid={tried && short}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {filter.personal && <p className="text-xs text-ink-3">{t('private')}</p>}
      {error !== null && <ErrorCard error={error} />}
      <Button type="submit" variant="main">
        {t('apply')}
      </Button>
    </form>
  );
}
