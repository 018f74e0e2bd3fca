'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type Ref, useCallback, useId } from 'react';
import type { SectionName } from '#lib/disputes/letter.ts';
import { gapsIn } from '../checklist.ts';
import { useDesk } from './desk-context.ts';
import styles from './editor.module.css';
import { type Marked, pieces } from './marked-text.ts';
import { useFactName } from './use-fact-name.ts';
import { type SectionHandle, useSection } from './use-section.ts';

type Props = {
  name: SectionName;
  number: number;
  ref: Ref<SectionHandle>;
  /** Told when the cursor is in it: facts go to where the operator writes. */
  onFocus: () => void;
};

/** One part of the letter. */
export function SectionField({ name, number, ref, onFocus }: Props) {
  const t = useTranslations('disputes.editor');
  const id = useId();
  const { written, facts, write, save } = useDesk();
  const onChange = useCallback(
    (value: string) => write((now) => ({ sections: { ...now.sections, [name]: value } })),
    [write, name],
  );
  const { field, marked, take } = useSection({ value: written.sections[name], facts, onChange, ref });
  return (
    <div className={styles.section}>
      <label htmlFor={id}>
        <b>
          {number} {t(`sections.${name}`)}
        </b>
        {t(`hints.${name}`)}
      </label>
      <div className={styles.field}>
        <Behind marked={marked} />
        <textarea
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
    <div className={styles.behind} aria-hidden="true">
      {pieces(marked).map(({ text, name, at }) =>
        name === null ? <Plain key={at} text={text} /> : <mark key={at}>{text}</mark>,
      )}
      {'\n'}
    </div>
  );
}

/** What a template left to be filled in is dashed. */
function Plain({ text }: { text: string }) {
  const gaps = gapsIn(text);
  if (gaps.length === 0) return text;
  return (
    <>
      {gaps.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(gaps[index - 1]?.end ?? 0, start)}
          <mark data-gap>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(gaps.at(-1)?.end)}
    </>
  );
}

/** What the tint says, for who cannot see it. */
function FactsIn({ marked, id }: { marked: Marked; id: string }) {
  const t = useTranslations('disputes.editor');
  const nameOf = useFactName();
  const list = [...new Set(marked.marks.map(({ name }) => nameOf(name)))].join(', ');
  return (
    <span id={id} className="sr-only">
      {list !== '' && t('factsIn', { list })}
    </span>
  );
}
