'use client';

import { useTranslations } from 'next-intl';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { menuItem, popoverSurface } from '#components/ui/layer-styles.ts';
import { formatBrl } from '#lib/money.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { type Bound, brokenDocument, type Reading, readBound, readSearch } from '#lib/transactions/paste.ts';
import { DocumentFault } from '../list/filters/document-fault.tsx';

/** Ways to understand a text: those that this operator may search by, and whether there are others. */
export function understood(text: string, reveal: boolean) {
  const bound = readBound(text);
  const all = bound === null ? readSearch(text) : [bound];
  const readings = all.filter(({ kind }) => reveal || (kind !== 'document' && kind !== 'name'));
  const broken = brokenDocument(text);
  return {
    readings,
    broken,
    withheld: readings.length < all.length,
    some: all.length > 0 || broken !== null,
    // Text that looks like half a document is searched as something else only by choice.
    likeliest: broken === null && readings.length > 0 ? 0 : -1,
  };
}
export type Understood = ReturnType<typeof understood>;

type Props = { id: string; of: Understood; chosen: number; onChoose: (reading: Reading | Bound) => void };

/** The readings below the field, and what is wrong with half a document. */
export function Readings({ id, of: { readings, withheld, broken }, chosen, onChoose }: Props) {
  const t = useTranslations('transactions.search');
  return (
    <div
      className={cn(
        popoverSurface({ padding: 'menu' }),
        'absolute top-[calc(100%+4px)] right-auto bottom-auto left-0 z-40 w-max max-w-[min(26rem,calc(100vw-1.5rem))] min-w-full max-wide:inset-x-gutter max-wide:top-auto max-wide:mt-1 max-wide:w-auto max-wide:min-w-0',
      )}
    >
      {withheld && <p className={cn(fieldAnswer(), 'px-2 py-1')}>{t('withheld')}</p>}
      {broken !== null && <DocumentFault id={`${id}-fault`} answer={broken} />}
      <div id={id} role="listbox" aria-label={t('readings')} hidden={readings.length === 0}>
        {readings.map((reading, index) => (
          <ReadingLine
            key={reading.kind}
            id={`${id}-${index}`}
            reading={reading}
            chosen={index === chosen}
            onChoose={() => onChoose(reading)}
          />
        ))}
      </div>
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
      className={cn(menuItem(), 'aria-selected:bg-hover aria-selected:shadow-[inset_3px_0_0_var(--focus)]')}
      // The press must not take the focus from the field before it counts.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1 truncate">{t(kind, { value: shownValue(reading) })}</span>
      {chosen && <Icon name="enter" className="text-ink-3" />}
    </div>
  );
}

function shownValue({ kind, value }: Reading | Bound): string {
  if (typeof value === 'number') return formatBrl(value);
  return kind === 'document' ? formatDocument(value) : value;
}
