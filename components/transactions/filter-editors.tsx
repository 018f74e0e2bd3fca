'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { readDocument } from '#lib/transactions/paste.ts';
import { useDocumentFault } from './document-fault.tsx';
import {
  type FilterName,
  MOST,
  readTyped,
  type TextFilter,
  typedOf,
  WORD_FILTERS,
  WORDS,
  type WordFilter,
} from './filter-kinds.ts';
import type { FilterState } from './use-filters.ts';
import { useWordLabel } from './use-word-label.ts';

type EditorProps = { name: FilterName; state: FilterState; onDone: () => void };

export function FilterEditor({ name, state, onDone }: EditorProps) {
  return (WORD_FILTERS as readonly string[]).includes(name) ? (
    <WordEditor name={name as WordFilter} state={state} />
  ) : (
    <TextEditor name={name as TextFilter} state={state} onDone={onDone} />
  );
}

type WordProps = { name: WordFilter; state: FilterState };

/** Several words of one kind; each counts at once. Words of the address that the product does not know stay. */
function WordEditor({ name, state }: WordProps) {
  const t = useTranslations('transactions.filters');
  const label = useWordLabel();
  const chosen = state.filters[name] ?? [];
  const words = [...WORDS[name], ...chosen.filter((word) => !WORDS[name].includes(word))];
  const toggle = (word: string, on: boolean) => {
    const next = on ? [...chosen, word] : chosen.filter((other) => other !== word);
    state.set({ [name]: next.length > 0 ? next : null });
  };
  return (
    <fieldset className="grid min-w-48 gap-2">
      <legend className="cap mb-2">{t(`name.${name}`)}</legend>
      {words.map((word) => (
        <CheckLine
          key={word}
          checked={chosen.includes(word)}
          onChange={(event) => toggle(word, event.target.checked)}
        >
          {label(name, word)}
        </CheckLine>
      ))}
    </fieldset>
  );
}

type TextProps = { name: TextFilter; state: FilterState; onDone: () => void };

function TextEditor({ name, state, onDone }: TextProps) {
  const t = useTranslations('transactions.filters');
  const id = useId();
  const [text, setText] = useState(() => typedOf(name, state.filters, state.stored));
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fault = useFault(name, text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const change = readTyped(name, text);
    if ('fault' in change) return;
    try {
      if ('store' in change) await state.store(change.store);
      else state.set(change.filters);
      onDone();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const shownFault = tried ? fault : null;
  return (
    <form className="form w-72" onSubmit={submit}>
      <Field id={id} label={t(`name.${name}`)} rule={t(`rule.${name}`)} error={shownFault} hint={fault}>
        <Input
          id={id}
          value={text}
          maxLength={MOST[name]}
          inputMode={name === 'amount' ? 'decimal' : 'text'}
          unit={name === 'amount' ? 'R$' : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          aria-invalid={shownFault !== null}
          aria-describedby={fault === null ? undefined : `${id}-answer`}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {(name === 'document' || name === 'person') && <p className="text-xs text-ink-3">{t('private')}</p>}
      {error !== null && <ErrorCard error={error} />}
      <Button type="submit" variant="main">
        {t('apply')}
      </Button>
    </form>
  );
}

/** What is wrong with the text, in words; null where nothing is, or nothing was typed. */
function useFault(name: TextFilter, text: string): string | null {
  const t = useTranslations('transactions.filters.fault');
  const sayDocument = useDocumentFault();
  const read = readTyped(name, text);
  if (!('fault' in read)) return null;
  if (read.fault !== 'document') return t(read.fault, { has: text.trim().length });
  const answer = readDocument(text);
  return answer === null || answer.ok ? null : sayDocument(answer);
}
