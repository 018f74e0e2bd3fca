'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type KeyboardEvent, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Fact, SectionName } from '#lib/disputes/letter.ts';
import { gapsIn } from '#lib/disputes/rules.ts';
import { stepToGap, useDefenseDraft } from './defense-draft.tsx';
import {
  edited,
  FACT_MARK,
  LETTER_LINES,
  LetterSection,
  type Marked,
  pieces,
  shown,
  stored,
  useFactName,
  withFact,
} from './letter.tsx';

/** The field and the text behind it overlap exactly: same font, padding and line breaks. */
const LAYER = `${LETTER_LINES} col-1 row-1 m-0 min-h-[3.625rem] w-full border-0 [tab-size:4] [word-break:normal]`;

export function SectionField({ name }: { name: SectionName }) {
  const id = useId();
  const { fields, save } = useDefenseDraft();
  const { field, marked, take } = useSection(name);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (stepToGap(name, fields.handleOf, event.shiftKey)) event.preventDefault();
  };
  return (
    <LetterSection name={name} field={id}>
      <div className="grid min-w-0">
        <Behind marked={marked} />
        <textarea
          className={`${LAYER} h-full resize-none overflow-hidden bg-transparent text-ink focus-visible:-outline-offset-2`}
          ref={field}
          id={id}
          value={marked.text}
          rows={1}
          spellCheck
          lang="pt-BR"
          autoComplete="off"
          aria-describedby={`${id}-facts`}
          onChange={(event) => take(event.target.value)}
          onFocus={() => fields.focused(name)}
          onKeyDown={onKeyDown}
          onBlur={() => void save()}
        />
      </div>
      <FactsIn marked={marked} id={`${id}-facts`} />
    </LetterSection>
  );
}

/** The same text behind the field; only the background of its facts and gaps is visible. */
function Behind({ marked }: { marked: Marked }) {
  return (
    <div className={`${LAYER} pointer-events-none text-transparent select-none`} aria-hidden="true">
      {pieces(marked).map(({ text, name, at }) =>
        name === null ? (
          <Plain key={at} text={text} />
        ) : (
          <mark
            key={at}
            className={`${FACT_MARK} box-decoration-clone text-transparent forced-colors:outline forced-colors:outline-[color:Highlight]`}
          >
            {text}
          </mark>
        ),
      )}
      {'\n'}
    </div>
  );
}

function Plain({ text }: { text: string }) {
  const gaps = gapsIn(text);
  if (gaps.length === 0) return text;
  return (
    <>
      {gaps.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(gaps[index - 1]?.end ?? 0, start)}
          <mark
            className="rounded-[1px] bg-warn-fill box-decoration-clone text-transparent outline outline-dashed -outline-offset-1 outline-warn-line"
            data-gap
          >
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(gaps.at(-1)?.end)}
    </>
  );
}

/** Lists the facts for screen readers, and mentions the key that moves to the gaps. */
function FactsIn({ marked, id }: { marked: Marked; id: string }) {
  const t = useTranslations('disputes.editor');
  const nameOf = useFactName();
  const known = marked.marks.filter(({ gap }) => !gap);
  const list = [...new Set(known.map(({ name }) => nameOf(name)))].join(', ');
  return (
    <span id={id} className="sr-only">
      {list !== '' && t('factsIn', { list })} {gapsIn(marked.text).length > 0 && t('tabToGap')}
    </span>
  );
}

/** How many earlier texts are stored with their facts, for undo. */
const UNDO_DEPTH = 60;

export type SectionHandle = {
  insert: (fact: Fact) => void;
  /** Selects the gap after (`behind`) or before the cursor, or the first or last one; false without one. */
  selectGap: (which: 'behind' | 'before' | 'first' | 'last') => boolean;
};

/**
 * The field shows the text with facts written out; the draft stores tokens. Facts are inserted by the
 * browser's editing command, so its undo removes them; a text seen before gets its facts back.
 */
function useSection(name: SectionName) {
  const { written, facts, fields, write } = useDefenseDraft();
  const field = useRef<HTMLTextAreaElement>(null);
  const marked = shown(written.sections[name], facts, useFactName());
  const now = useRef(marked);
  now.current = marked;
  const typed = useRef('');
  useLayoutEffect(() => {
    if (typed.current === marked.text) return;
    typed.current = marked.text;
    // Browsers put the cursor at the end of a newly set text; an unfocused field starts at its beginning.
    if (document.activeElement !== field.current) field.current?.setSelectionRange(0, 0);
  }, [marked.text]);
  const expected = useRef<Marked | null>(null);
  const past = useRef(new Map<string, Marked>());
  cacheMarks(past.current, marked);

  const take = (text: string) => {
    const next = expected.current?.text === text ? expected.current : past.current.get(text);
    expected.current = null;
    const nextMarked = next ?? edited(now.current, text);
    now.current = nextMarked;
    typed.current = text;
    write(({ sections }) => ({ sections: { ...sections, [name]: stored(nextMarked) } }));
  };
  useImperativeHandle(fields.refOf(name), () => ({
    selectGap(which) {
      const area = field.current;
      if (area === null) return false;
      const gaps = gapsIn(now.current.text);
      const { selectionStart, selectionEnd } = area;
      const gap = {
        behind: gaps.find(({ start }) => start >= selectionEnd),
        before: gaps.findLast(({ end }) => end <= selectionStart),
        first: gaps[0],
        last: gaps.at(-1),
      }[which];
      if (gap === undefined) return false;
      area.focus();
      area.setSelectionRange(gap.start, gap.end);
      return true;
    },
    insert(fact) {
      const area = field.current;
      if (area === null) return;
      area.focus();
      const { selectionStart, selectionEnd } = area;
      const insertion = spaced(now.current, selectionStart, selectionEnd, fact);
      expected.current = insertion.marked;
      // Setting the value would lose the browser's undo history.
      if (!document.execCommand('insertText', false, insertion.text)) take(insertion.marked.text);
    },
  }));
  return { field, marked, take };
}

/** Inserts the fact, with a space before it where it would touch a word. */
function spaced(before: Marked, start: number, end: number, fact: Fact): { text: string; marked: Marked } {
  const sticks = start > 0 && !/[\s([“"]/.test(before.text[start - 1] ?? '');
  if (!sticks) return { text: fact.text, marked: withFact(before, fact, start, end) };
  const withSpace = edited(before, `${before.text.slice(0, start)} ${before.text.slice(end)}`);
  return { text: ` ${fact.text}`, marked: withFact(withSpace, fact, start + 1, start + 1) };
}

function cacheMarks(past: Map<string, Marked>, marked: Marked): void {
  past.delete(marked.text);
  past.set(marked.text, marked);
  const oldest = past.keys().next().value;
  if (past.size > UNDO_DEPTH && oldest !== undefined) past.delete(oldest);
}
