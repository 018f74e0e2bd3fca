'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Fact, SECTIONS, type SectionName, tokenOf } from '#lib/disputes/letter.ts';

const SECTION_NAME =
  'border-r border-line py-2 pr-2 pl-panel text-xs text-ink-3 max-wide:flex max-wide:gap-2 max-wide:border-0 max-wide:pb-0 [&>b]:block';
/** Text style of the letter, in the editor and when read. */
export const LETTER_LINES = 'px-panel py-2 leading-[1.3125rem] wrap-anywhere whitespace-pre-wrap';
/** Background of a fact in the text. */
export const FACT_MARK = 'rounded-[1px] bg-accent-soft shadow-[inset_0_-1px_0_var(--accent)]';

type SectionProps = {
  name: SectionName;
  /** Id of the field that edits it. */
  field?: string;
  children: ReactNode;
};

/** A section of the letter: name and hint on the left, text on the right; stacked on a phone. */
export function LetterSection({ name, field, children }: SectionProps) {
  const t = useTranslations('disputes.editor');
  const title = (
    <>
      <b>
        {SECTIONS.indexOf(name) + 1} {t(`sections.${name}`)}
      </b>
      {t(`hints.${name}`)}
    </>
  );
  return (
    <div className="grid grid-cols-[6.75rem_minmax(0,1fr)] border-b border-line max-wide:grid-cols-[minmax(0,1fr)]">
      {field === undefined && <div className={SECTION_NAME}>{title}</div>}
      {field !== undefined && (
        <label htmlFor={field} className={SECTION_NAME}>
          {title}
        </label>
      )}
      {children}
    </div>
  );
}

/** The letter as it is or was sent. */
export function Letter({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={`rounded-2 border border-line bg-sunken p-3 leading-[1.3125rem] wrap-anywhere whitespace-pre-wrap text-ink print:border-0 print:bg-transparent ${className}`}
      lang="pt-BR"
    >
      {children}
    </p>
  );
}

/** A fact's label; a fact without a translation is shown by its own name. */
export function useFactName(): (name: string) => string {
  const t = useTranslations('disputes.editor.facts');
  return (name) => (t.has(name as 'e2e') ? t(name as 'e2e') : name);
}

/** A fact's range in the displayed text; `end` is exclusive. `gap`: the fact has no value. */
type Mark = { start: number; end: number; name: string; gap?: true };

/** Displayed text with its facts written out. Marks are in order and do not overlap. */
export type Marked = { text: string; marks: readonly Mark[] };

const TOKEN = /\{\{([a-z0-9_]{1,40})\}\}/g;

/** Replaces the tokens of a stored text by their facts; one without a value becomes a gap (`labelOf`). */
export function shown(stored: string, facts: readonly Fact[], labelOf: (name: string) => string): Marked {
  const marks: Mark[] = [];
  let text = '';
  let last = 0;
  for (const match of stored.matchAll(TOKEN)) {
    const name = match[1] ?? '';
    const fact = facts.find((one) => one.name === name);
    const written = fact?.text ?? `[${labelOf(name)}]`;
    text += stored.slice(last, match.index);
    const mark = { start: text.length, end: text.length + written.length, name };
    marks.push(fact === undefined ? { ...mark, gap: true } : mark);
    text += written;
    last = match.index + match[0].length;
  }
  return { text: text + stored.slice(last), marks };
}

/** Replaces the marked facts by tokens again, for storage. */
export function stored({ text, marks }: Marked): string {
  let tokens = '';
  let last = 0;
  for (const { start, end, name } of marks) {
    tokens += text.slice(last, start) + tokenOf(name);
    last = end;
  }
  return tokens + text.slice(last);
}

/** Applies an edit. A fact that was typed into, cut or replaced becomes plain text; all others move along. */
export function edited(before: Marked, text: string): Marked {
  return replaced(before, change(before.text, text), text);
}

/** Inserts a fact at the cursor, replacing the selection. */
export function withFact(before: Marked, fact: Fact, start: number, end: number): Marked {
  const text = before.text.slice(0, start) + fact.text + before.text.slice(end);
  const { marks } = replaced(before, { from: start, to: end, grown: text.length - before.text.length }, text);
  const mark = { start, end: start + fact.text.length, name: fact.name };
  return { text, marks: [...marks, mark].sort((a, b) => a.start - b.start) };
}

type Change = { from: number; to: number; grown: number };

function replaced(before: Marked, { from, to, grown }: Change, text: string): Marked {
  const marks = before.marks.flatMap((mark) => {
    if (mark.end <= from) return [mark];
    if (mark.start >= to) return [{ ...mark, start: mark.start + grown, end: mark.end + grown }];
    return [];
  });
  return { text, marks };
}

/** The replaced range of the old text, and by how much the text after it moved. */
function change(before: string, after: string): Change {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < most - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from, to: before.length - tail, grown: after.length - before.length };
}

/** Splits the text at its known facts; drawn behind the input field. */
export function pieces({ text, marks }: Marked): { text: string; name: string | null; at: number }[] {
  const cut: { text: string; name: string | null; at: number }[] = [];
  let last = 0;
  for (const { start, end, name, gap } of marks) {
    if (gap) continue;
    if (start > last) cut.push({ text: text.slice(last, start), name: null, at: last });
    cut.push({ text: text.slice(start, end), name, at: start });
    last = end;
  }
  if (last < text.length) cut.push({ text: text.slice(last), name: null, at: last });
  return cut;
}
