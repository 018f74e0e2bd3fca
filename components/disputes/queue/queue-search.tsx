'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSearchKey } from '#components/app-shell/command-context.tsx';
import { useCan } from '#components/app-shell/session.tsx';
import type { FilterState } from '#components/list/filters/use-list-filters.ts';
import { Input } from '#components/ui/input.tsx';
import { normalizeDocument } from '#lib/pix/documents.ts';
import { readDocument } from '#lib/transactions/paste.ts';

type Searched = { code: string } | { document: string } | { name: string };

/** What a typed text means: an id has figures and no blank; a CPF or CNPJ has its check digits; else a name. */
export function searchOf(typed: string): Searched | null {
  const text = typed.trim();
  if (text === '') return null;
  if (readDocument(text)?.ok === true) return { document: normalizeDocument(text) };
  return /\d/.test(text) && /^[\w.:-]+$/.test(text) ? { code: text } : { name: text };
}

/** Searches the queue by payer, E2E or protocol; names and documents stay out of the address. */
export function QueueSearch({ state }: { state: FilterState }) {
  const t = useTranslations('disputes.search');
  const keys = useTranslations('list.keys');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<'masked' | 'short' | null>(null);
  const reveal = useCan('reveal');
  useSearchKey(field, keys('search'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const search = searchOf(text);
    if (search === null) return;
    if ('code' in search) state.set({ code: search.code, f: null });
    else if (!reveal) return setFault('masked');
    else if ('name' in search && search.name.length < 2) return setFault('short');
    else {
      const person = { document: null, name: null, ...search };
      // A refusal is told by the list (`storeError`).
      await state.store(person, { code: null }).catch(() => undefined);
    }
    setText('');
  };
  return (
    <form className="relative w-52" onSubmit={(event) => void submit(event)}>
      <Input
        ref={field}
        type="search"
        icon="search"
        value={text}
        placeholder={t(reveal ? 'placeholder' : 'placeholderMasked')}
        aria-label={t(reveal ? 'label' : 'labelMasked')}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        after={<kbd className="max-wide:hidden">/</kbd>}
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
      />
      {fault !== null && (
        <p id={id} className="text-xs text-danger-ink" role="alert">
          {t(fault)}
        </p>
      )}
    </form>
  );
}
