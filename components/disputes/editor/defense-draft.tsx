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
  /** The version stored when the page loaded the draft. */
  first: Draft;
  children: (files: Files) => ReactNode;
};

const ACCEPTED_FILES = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg';

/** Provides one draft to all panels of the page, and owns the file chooser. */
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
        accept={ACCEPTED_FILES}
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

/** The defense being written; every panel of the page reads and writes this draft. */
export type DefenseDraft = WrittenDraft & {
  account: string;
  detail: DisputeDetail;
  facts: readonly Fact[];
  checks: readonly CheckState[];
  /** Length of the letter in characters. */
  count: number;
  /** Number of gaps in the letter: open template gaps and facts without a value. */
  gaps: number;
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

/**
 * Selects the next gap after the cursor in `here`, or the previous one (`back`); false when there is none.
 */
export function stepToGap(here: SectionName, handleOf: HandleOf, back = false): boolean {
  if (handleOf(here)?.selectGap(back ? 'before' : 'behind')) return true;
  const at = SECTIONS.indexOf(here);
  const others = back ? SECTIONS.slice(0, at).reverse() : SECTIONS.slice(at + 1);
  return others.some((name) => handleOf(name)?.selectGap(back ? 'last' : 'first'));
}

/**
 * Selects the next gap after the cursor of section `last`, otherwise the letter's first gap. `last` is null
 * when no section was edited yet.
 */
export function selectNextGap(last: SectionName | null, handleOf: HandleOf): void {
  if (last !== null && stepToGap(last, handleOf)) return;
  SECTIONS.some((name) => handleOf(name)?.selectGap('first'));
}

type LetterFields = {
  refOf: (name: SectionName) => (handle: SectionHandle | null) => void;
  /** Reports the focused section: facts and the next gap are relative to it. */
  focused: (name: SectionName) => void;
  /** The section that had the focus last. */
  last: () => SectionName;
  handleOf: (name: SectionName) => SectionHandle | undefined;
  /** Selects the next gap after the cursor, otherwise the letter's first gap. */
  toNextGap: () => void;
  /** Moves from a section to the next or previous gap; false at the letter's first or last gap. */
  stepToGap: (here: SectionName, back: boolean) => boolean;
  /** Call when the whole text was replaced: the next gap is then the letter's first. */
  replaced: () => void;
};

/** The letter's section fields, for controls outside them that insert facts or move to gaps. */
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
