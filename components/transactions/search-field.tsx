'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useCan } from '#components/shell/session-context.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Input } from '#components/ui/input.tsx';
import { formatBrl } from '#lib/money.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { type Bound, brokenDocument, type Reading, readBound, readSearch } from '#lib/transactions/paste.ts';
import { DocumentFault } from '../list/filters/document-fault.tsx';
import styles from './search.module.css';

type Props = { field: RefObject<HTMLInputElement | null>; onChoose: (reading: Reading | Bound) => void };

/** Text, its readings, and the one that Enter takes. */
function useReadings(onChoose: Props['onChoose']) {
  const [text, setText] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [shown, setShown] = useState(false);
  const reveal = useCan('reveal');
  const bound = readBound(text);
  const all = bound === null ? readSearch(text) : [bound];
  const readings = all.filter(({ kind }) => reveal || (kind !== 'document' && kind !== 'name'));
  const withheld = readings.length < all.length;
  const broken = brokenDocument(text);
  const open = shown && (all.length > 0 || broken !== null);
  // Text that looks like half a document is searched as something else only by choice.
  const chosen = Math.min(at ?? (broken === null ? 0 : -1), readings.length - 1);
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
    const { length } = readings;
    if (event.key === 'ArrowDown' && length > 0) setAt((chosen + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) setAt((Math.max(chosen, 0) + length - 1) % length);
    else if (event.key === 'Enter') choose(readings[chosen]);
    else if (event.key === 'Escape') setShown(false);
    else return;
    event.preventDefault();
  };
  return {
    text,
    readings,
    reveal,
    withheld,
    broken,
    open,
    chosen,
    choose,
    write,
    onKeyDown,
    close: () => setShown(false),
  };
}

/** Understands what was typed or pasted: the likeliest reading first, the others below it. */
export function SearchField({ field, onChoose }: Props) {
  const t = useTranslations('transactions.search');
  const id = useId();
  const { text, readings, reveal, withheld, broken, open, chosen, choose, write, onKeyDown, close } =
    useReadings(onChoose);
  return (
    <div className={styles.search}>
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
        aria-invalid={broken !== null}
        aria-describedby={open && broken !== null ? `${id}-fault` : undefined}
        aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        after={<kbd className="max-wide:hidden">/</kbd>}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {open && (
        <div className={`popover menu ${styles.readings}`}>
          {withheld && <p className="form-answer px-2 py-1">{t('withheld')}</p>}
          {broken !== null && <DocumentFault id={`${id}-fault`} answer={broken} />}
          <div id={id} role="listbox" aria-label={t('readings')} hidden={readings.length === 0}>
            {readings.map((reading, index) => (
              <ReadingLine
                key={reading.kind}
                id={`${id}-${index}`}
                reading={reading}
                chosen={index === chosen}
                onChoose={() => choose(reading)}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

type LineProps = { id: string; reading: Reading | Bound; chosen: boolean; onChoose: () => void };

function ReadingLine({ id, reading, chosen, onChoose }: LineProps) {
  const t = useTranslations('transactions.search');
  const kind = reading.kind === 'document' ? reading.document : reading.kind;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={`menu-item ${styles.reading}`}
      // The press must not take the focus from the field before it counts.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1 truncate">{t(kind, { value: shownValue(reading) })}</span>
      {chosen && <Icon name="enter" />}
    </div>
  );
}

function shownValue({ kind, value }: Reading | Bound): string {
  if (typeof value === 'number') return formatBrl(value);
  return kind === 'document' ? formatDocument(value) : value;
}
