'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { useCan } from '#components/app-shell/session.tsx';
import { Input } from '#components/ui/input.tsx';
import type { Bound, Reading } from '#lib/transactions/paste.ts';
import { Readings, understood } from './search-readings.tsx';

type Props = { field: RefObject<HTMLInputElement | null>; onChoose: (reading: Reading | Bound) => void };

/** Text, its readings, and the one that Enter takes. */
function useReadings(onChoose: Props['onChoose']) {
  const [text, setText] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [shown, setShown] = useState(false);
  const reveal = useCan('reveal');
  const of = useMemo(() => understood(text, reveal), [text, reveal]);
  const open = shown && of.some;
  const chosen = Math.min(at ?? of.likeliest, of.readings.length - 1);
  const choose = (reading: Reading | Bound | undefined) => {
    if (reading === undefined) return;
    setText('');
    setShown(false);
    onChoose(reading);
  };
  const write = (typed: string) => {
    setText(typed);
    setAt(null);
    setShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const { key } = event;
    const { length } = of.readings;
    if (key === 'ArrowDown' && length > 0) setAt((chosen + 1) % length);
    else if (key === 'ArrowUp' && length > 0) setAt((Math.max(chosen, 0) + length - 1) % length);
    else if (key === 'Enter') choose(of.readings[chosen]);
    else if (key === 'Escape') setShown(false);
    else return;
    event.preventDefault();
  };
  return { text, of, open, chosen, reveal, choose, write, onKeyDown, close: () => setShown(false) };
}

/** Understands what was typed or pasted: the likeliest reading first, the others below it. */
export function SearchField({ field, onChoose }: Props) {
  const t = useTranslations('transactions.search');
  const id = useId();
  const { text, of, open, chosen, reveal, choose, write, onKeyDown, close } = useReadings(onChoose);
  const broken = of.broken !== null;
  return (
    <div className="relative w-64 max-wide:static max-wide:w-52 max-wide:flex-none">
      <Input
        ref={field}
        type="search"
        role="combobox"
        icon="search"
        value={text}
        placeholder={t(reveal ? 'placeholder' : 'placeholderMasked')}
        aria-label={t('label')}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-invalid={broken}
        aria-describedby={open && broken ? `${id}-fault` : undefined}
        aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        after={<kbd className="max-wide:hidden">/</kbd>}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {open && <Readings id={id} of={of} chosen={chosen} onChoose={choose} />}
    </div>
  );
}
