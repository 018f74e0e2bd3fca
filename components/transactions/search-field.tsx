import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { useCan } from '#components/app-shell/session.tsx';
import { DocumentError } from '#components/list/filters/filter-editors.tsx';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer, Input } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { menuItem, popoverSurface } from '#components/ui/popover.tsx';
import { formatBrl } from '#lib/core/money.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { type Bound, brokenDocument, type Reading, readBound, readSearch } from '#lib/transactions/paste.ts';

type Choice = Reading | Bound;
type Props = { field: RefObject<HTMLInputElement | null>; onChoose: (reading: Choice) => void };

/** Interpretations of a text that this operator may search by, and whether others were withheld. */
function understood(text: string, reveal: boolean) {
  const bound = readBound(text);
  const all = bound === null ? readSearch(text) : [bound];
  const readings = all.filter(({ kind }) => reveal || (kind !== 'document' && kind !== 'name'));
  const broken = brokenDocument(text);
  return {
    readings,
    broken,
    withheld: readings.length < all.length,
    some: all.length > 0 || broken !== null,
    // Text that looks like an incomplete document is searched as something else only if chosen.
    likeliest: broken === null && readings.length > 0 ? 0 : -1,
  };
}

/** Search field: interprets typed or pasted text, the likeliest interpretation first. */
export function SearchField({ field, onChoose }: Props) {
  const t = useTranslations('transactions.search');
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState<number | null>(null);
  const [shown, setShown] = useState(false);
  const reveal = useCan('reveal');
  const { readings, broken, withheld, some, likeliest } = useMemo(
    () => understood(text, reveal),
    [text, reveal],
  );
  const open = shown && some;
  const chosen = Math.min(at ?? likeliest, readings.length - 1);
  const choose = (reading: Choice | undefined) => {
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
    const { length } = readings;
    if (key === 'ArrowDown' && length > 0) setAt((chosen + 1) % length);
    else if (key === 'ArrowUp' && length > 0) setAt((Math.max(chosen, 0) + length - 1) % length);
    else if (key === 'Enter') choose(readings[chosen]);
    else if (key === 'Escape') setShown(false);
    else return;
    event.preventDefault();
  };
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
        aria-invalid={broken !== null}
        aria-describedby={open && broken !== null ? `${id}-fault` : undefined}
        aria-activedescendant={open && chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        after={<kbd className="max-wide:hidden">/</kbd>}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setShown(false)}
      />
      {open && (
        <div
          className={cn(
            popoverSurface({ padding: 'menu' }),
            'absolute top-[calc(100%+4px)] right-auto bottom-auto left-0 z-40 w-max max-w-[min(26rem,calc(100vw-1.5rem))] min-w-full max-wide:inset-x-gutter max-wide:top-auto max-wide:mt-1 max-wide:w-auto max-wide:min-w-0',
          )}
        >
          {withheld && <p className={cn(fieldAnswer(), 'px-2 py-1')}>{t('withheld')}</p>}
          {broken !== null && <DocumentError id={`${id}-fault`} answer={broken} />}
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

type LineProps = { id: string; reading: Choice; chosen: boolean; onChoose: () => void };

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
      className={cn(menuItem(), 'aria-selected:bg-hover aria-selected:shadow-[inset_3px_0_0_var(--focus)]')}
      // The pointer press must not move the focus from the field before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1 truncate">{t(kind, { value: shownValue(reading) })}</span>
      {chosen && <Icon name="enter" className="text-ink-3" />}
    </div>
  );
}

function shownValue({ kind, value }: Choice): string {
  if (typeof value === 'number') return formatBrl(value);
  return kind === 'document' ? formatDocument(value) : value;
}
