'use client';

import { useTranslations } from 'next-intl';
import {
  Fragment,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { gapsIn } from '#lib/disputes/checklist.ts';
import type { Fact, SectionName } from '#lib/disputes/letter.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import {
  edited,
  FACT_MARK,
  LETTER_LINES,
  type Marked,
  pieces,
  SECTION,
  SECTION_NAME,
  shown,
  stored,
  withFact,
} from './letter.tsx';
import { useFactName } from './use-fact-name.ts';

type Props = {
  name: SectionName;
  number: number;
  ref: Ref<SectionHandle>;
  /** Told when the cursor is in it: facts go to where the operator writes. */
  onFocus: () => void;
};

/** The field and the text behind it lie on one another, letter by letter: same font, same room, same breaks. */
const LAYER = `${LETTER_LINES} col-1 row-1 m-0 min-h-[3.625rem] w-full border-0 [tab-size:4] [word-break:normal]`;

/** One part of the letter. */
export function SectionField({ name, number, ref, onFocus }: Props) {
  const t = useTranslations('disputes.editor');
  const id = useId();
  const { written, facts, fields, write, save } = useDefenseDraft();
  const onChange = useCallback(
    (value: string) => write((now) => ({ sections: { ...now.sections, [name]: value } })),
    [write, name],
  );
  const { field, marked, take } = useSection({ value: written.sections[name], facts, onChange, ref });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (fields.stepToGap(name, event.shiftKey)) event.preventDefault();
  };
  return (
    <div className={SECTION}>
      <label htmlFor={id} className={SECTION_NAME}>
        <b>
          {number} {t(`sections.${name}`)}
        </b>
        {t(`hints.${name}`)}
      </label>
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
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          onBlur={() => void save()}
        />
      </div>
      <FactsIn marked={marked} id={`${id}-facts`} />
    </div>
  );
}

/** The same text behind the field: only the ground of its facts and gaps is seen. */
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

/** Dashes the gaps that a template left to be filled in. */
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

/** Names the tinted facts for screen readers, and the key that leads to the gaps. */
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

/** Steps back that find their facts again. */
const REMEMBERED = 60;

export type SectionHandle = {
  insert: (fact: Fact) => void;
  /** Selects the gap behind or before the cursor, the first or the last one; false where there is none. */
  selectGap: (which: 'behind' | 'before' | 'first' | 'last') => boolean;
};

type Options = {
  value: string;
  facts: readonly Fact[];
  onChange: (value: string) => void;
  ref: React.Ref<SectionHandle>;
};

/**
 * One section: the field holds the text with its facts written out, `value` holds tokens. Facts are inserted by the
 * browser's own editing command, so that its undo takes them back; a text that was there before gets its facts back.
 */
function useSection({ value, facts, onChange, ref }: Options) {
  const field = useRef<HTMLTextAreaElement>(null);
  const marked = shown(value, facts, useFactName());
  const now = useRef(marked);
  now.current = marked;
  const typed = useRef('');
  useLayoutEffect(() => {
    if (typed.current === marked.text) return;
    typed.current = marked.text;
    // A browser leaves the cursor at the end of a text that was set; who comes to it begins at its first gap.
    if (document.activeElement !== field.current) field.current?.setSelectionRange(0, 0);
  }, [marked.text]);
  const expected = useRef<Marked | null>(null);
  const past = useRef(new Map<string, Marked>());
  remember(past.current, marked);

  const take = useCallback(
    (text: string) => {
      const next = expected.current?.text === text ? expected.current : past.current.get(text);
      expected.current = null;
      const kept = next ?? edited(now.current, text);
      now.current = kept;
      typed.current = text;
      onChange(stored(kept));
    },
    [onChange],
  );
  useImperativeHandle(
    ref,
    () => ({
      selectGap(which) {
        const area = field.current;
        if (area === null) return false;
        const gaps = gapsIn(now.current.text);
        const { selectionStart, selectionEnd } = area;
        const gap = {
          behind: () => gaps.find(({ start }) => start >= selectionEnd),
          before: () => gaps.findLast(({ end }) => end <= selectionStart),
          first: () => gaps[0],
          last: () => gaps.at(-1),
        }[which]();
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
        const words = spaced(now.current, selectionStart, selectionEnd, fact);
        expected.current = words.marked;
        // Keeps the browser's undo, which setting the value would lose.
        if (!document.execCommand('insertText', false, words.text)) take(words.marked.text);
      },
    }),
    [take],
  );
  return { field, marked, take };
}

/** The fact with a space before it where it would stick to a word. */
function spaced(before: Marked, start: number, end: number, fact: Fact): { text: string; marked: Marked } {
  const sticks = start > 0 && !/[\s([“"]/.test(before.text[start - 1] ?? '');
  if (!sticks) return { text: fact.text, marked: withFact(before, fact, start, end) };
  const room = edited(before, `${before.text.slice(0, start)} ${before.text.slice(end)}`);
  return { text: ` ${fact.text}`, marked: withFact(room, fact, start + 1, start + 1) };
}

function remember(past: Map<string, Marked>, marked: Marked): void {
  past.delete(marked.text);
  past.set(marked.text, marked);
  const oldest = past.keys().next().value;
  if (past.size > REMEMBERED && oldest !== undefined) past.delete(oldest);
}
