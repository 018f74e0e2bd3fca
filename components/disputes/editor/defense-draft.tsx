'use client';

import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import { type CheckState, checklist, gapsIn } from '#lib/disputes/checklist.ts';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import {
  characters,
  type Fact,
  letterOf,
  SECTIONS,
  type SectionName,
  unknownFacts,
} from '#lib/disputes/letter.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { shown } from './letter.tsx';
import type { SectionHandle } from './section-field.tsx';
import { useDraft, type WrittenDraft } from './use-draft.ts';
import { useFactName } from './use-fact-name.ts';
import { type Files, useFiles } from './use-files.ts';

type Props = {
  account: string;
  detail: DisputeDetail;
  /** The stored version that was there when writing began. */
  first: Draft;
  children: (files: Files) => ReactNode;
};

const TAKEN = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg';

/** One draft for all panels of the page, and the one file chooser. */
export function DefenseDraftProvider({ account, detail, first, children }: Props) {
  const t = useTranslations('disputes.files');
  const draft = useDraft(account, detail.dispute.id, first);
  const files = useFiles({ account, detail, draft });
  const chooser = useRef<HTMLInputElement>(null);
  const { written, stored } = draft;
  const { facts, attachments } = stored;
  const count = useMemo(() => characters(letterOf(written.sections, facts)), [written.sections, facts]);
  const situation = written.situation ?? guessSituation(detail.dispute.reason);
  const checks = useMemo(
    () => checklist(situation, written, attachments, unknownFacts(written.sections, facts)),
    [situation, written, attachments, facts],
  );
  const nameOf = useFactName();
  const gaps = SECTIONS.flatMap((name) => gapsIn(shown(written.sections[name], facts, nameOf).text)).length;
  const fields = useLetterFields();
  const attach = () => chooser.current?.click();
  return (
    <DefenseDraftContext value={{ ...draft, account, detail, facts, checks, count, gaps, fields, attach }}>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={TAKEN}
        aria-label={t('choosing')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          void files.add(chosen);
        }}
      />
      {children(files)}
    </DefenseDraftContext>
  );
}

/** One dispute's defense being written: every panel of the work page reads and writes the same draft. */
export type DefenseDraft = WrittenDraft & {
  account: string;
  detail: DisputeDetail;
  facts: readonly Fact[];
  checks: readonly CheckState[];
  /** Characters of the one letter. */
  count: number;
  /** Gaps of the letter: what a template left to be filled in, and facts without a value. */
  gaps: number;
  /** The fields of the letter's sections. */
  fields: LetterFields;
  /** Opens the file chooser. */
  attach: () => void;
};

const DefenseDraftContext = createContext<DefenseDraft | null>(null);

export function useDefenseDraft(): DefenseDraft {
  const draft = useContext(DefenseDraftContext);
  if (draft === null)
    throw new Error('useDefenseDraft is only for the panels of a defense that is being written');
  return draft;
}

type HandleOf = (name: SectionName) => Pick<SectionHandle, 'selectGap'> | undefined;

/** Selects the letter's gap behind the cursor of `here`, or before it (`back`); false where there is none on that side. */
export function stepToGap(here: SectionName, handleOf: HandleOf, back = false): boolean {
  if (handleOf(here)?.selectGap(back ? 'before' : 'behind')) return true;
  const at = SECTIONS.indexOf(here);
  const others = back ? SECTIONS.slice(0, at).reverse() : SECTIONS.slice(at + 1);
  return others.some((name) => handleOf(name)?.selectGap(back ? 'last' : 'first'));
}

/**
 * Selects the next gap of the letter: behind the cursor of the section that was written in last (`last`), then from
 * its begin on. Null: nobody wrote yet.
 */
export function selectNextGap(last: SectionName | null, handleOf: HandleOf): void {
  if (last !== null && stepToGap(last, handleOf)) return;
  SECTIONS.some((name) => handleOf(name)?.selectGap('first'));
}

type LetterFields = {
  refOf: (name: SectionName) => (handle: SectionHandle | null) => void;
  /** Told when the cursor is in a section: facts and the next gap go by it. */
  focused: (name: SectionName) => void;
  /** The section that was written in last. */
  last: () => SectionName;
  handleOf: (name: SectionName) => SectionHandle | undefined;
  /** Selects the next gap of the letter behind the cursor, then from its begin on. */
  toNextGap: () => void;
  /** The same from one section, in one direction; false at the letter's first or last gap. */
  stepToGap: (here: SectionName, back: boolean) => boolean;
  /** Told when the whole text was replaced: the next gap is the letter's first. */
  replaced: () => void;
};

/** The fields of one letter, for what stands outside of them: facts to insert, gaps to lead to. */
function useLetterFields(): LetterFields {
  const handles = useRef(new Map<SectionName, SectionHandle>());
  const last = useRef<SectionName | null>(null);
  return useMemo(() => {
    const handleOf = (name: SectionName) => handles.current.get(name);
    return {
      refOf: (name) => (handle) => {
        if (handle === null) handles.current.delete(name);
        else handles.current.set(name, handle);
      },
      focused: (name) => {
        last.current = name;
      },
      last: () => last.current ?? 'sale',
      handleOf,
      replaced: () => {
        last.current = null;
      },
      toNextGap: () => selectNextGap(last.current, handleOf),
      stepToGap: (here, back) => stepToGap(here, handleOf, back),
    };
  }, []);
}
