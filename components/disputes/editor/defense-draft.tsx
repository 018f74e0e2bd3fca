'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { call } from '#lib/api/client.ts';
import { type CheckState, checklist, gapsIn } from '#lib/disputes/checklist.ts';
import type { DisputeDetail, Draft, DraftInput } from '#lib/disputes/contract.ts';
import {
  characters,
  type Fact,
  letterOf,
  SECTIONS,
  type SectionName,
  unknownFacts,
} from '#lib/disputes/letter.ts';
import { disputeKeys, draftOptions } from '#lib/disputes/queries.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { DraftSaver, type Unsaved } from './draft-saver.ts';
import { shown, useFactName } from './letter.tsx';
import type { SectionHandle } from './section-field.tsx';
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
  const count = characters(letterOf(written.sections, facts));
  const situation = written.situation ?? guessSituation(detail.dispute.reason);
  const checks = checklist(situation, written, attachments, unknownFacts(written.sections, facts));
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

type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'dirty' | 'saving' }
  | { is: 'failed'; error: unknown };

export type WrittenDraft = ReturnType<typeof useDraft>;

/** Edits the draft of one dispute; `first` is the version loaded with the page. */
function useDraft(account: string, id: string, first: Draft) {
  const client = useQueryClient();
  const [saver] = useState(() => {
    const put = async (body: DraftInput) => {
      const params = { id };
      const stored = await call('PUT /disputes/{id}/draft', { account, params, body, byItself: true });
      client.setQueryData(disputeKeys.draft(account, id), stored);
      return stored;
    };
    return new DraftSaver(first, put);
  });
  const { base, written, saving, failure, conflict } = useSyncExternalStore(
    saver.subscribe,
    saver.view,
    saver.view,
  );
  const { data } = useQuery(draftOptions(account, id));
  useEffect(() => {
    if (data !== undefined) saver.arrived(data);
  }, [data, saver]);
  useEffect(() => {
    const again = () => void (saver.view().failure !== null && saver.save());
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      saver.stop();
    };
  }, [saver]);
  useUnsaved(saver, account, id);
  useLeaveGuard(saver);
  const stateOf = (): SaveState => {
    if (saving) return { is: 'saving' };
    if (!saver.isDirty()) return { is: 'saved', at: base.updatedAt };
    return failure === null ? { is: 'dirty' } : { is: 'failed', error: failure };
  };
  const { write, save, keepMine, takeTheirs, join } = saver;
  return {
    write,
    save,
    keepMine,
    takeTheirs,
    join,
    written,
    conflict,
    state: stateOf(),
    /** The last stored version, with its attachments and current facts. */
    stored: data !== undefined && data.version === base.version ? data : base,
    /** The text that both sides of the conflict started from; null when it is no longer known. */
    origin: saver.origin(),
    /** Applies the server's answer to a change of the attachments. */
    took(answer: Draft) {
      saver.arrived(answer);
      client.setQueryData(disputeKeys.draft(account, id), answer);
    },
  };
}

/**
 * Stores one operator's unsaved text in the tab's session storage: it survives a reload and the end of a
 * session. It is removed once saved, when the tab closes, and on sign-out. Without session storage, or when
 * it is full, only this extra copy is lost.
 */
function useUnsaved(saver: DraftSaver, account: string, id: string): void {
  const operatorId = useSession().session.operator.id;
  useEffect(() => {
    const key = `unsaved-defense:${operatorId}:${account}:${id}`;
    const unsaved = readUnsaved(key);
    if (unsaved !== null) saver.restore(unsaved);
    const store = () => {
      const now = saver.unsaved();
      try {
        if (now === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(now));
      } catch {}
    };
    store();
    return saver.subscribe(store);
  }, [saver, operatorId, account, id]);
}

function readUnsaved(key: string): Unsaved | null {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Unsaved);
  } catch {
    return null;
  }
}

/** Saves unsaved text when the tab is hidden or left; closing the page then asks for confirmation. */
function useLeaveGuard({ isDirty, save }: DraftSaver): void {
  useEffect(() => {
    const onHide = () => {
      if (document.hidden && isDirty()) void save();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!isDirty()) return;
      void save();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('beforeunload', onLeave);
      if (isDirty()) void save();
    };
  }, [isDirty, save]);
}

type HandleOf = (name: SectionName) => Pick<SectionHandle, 'selectGap'> | undefined;

/** Selects the next (`back`: previous) gap from the cursor in `here`; false when there is none. */
export function stepToGap(here: SectionName, handleOf: HandleOf, back = false): boolean {
  if (handleOf(here)?.selectGap(back ? 'before' : 'behind')) return true;
  const at = SECTIONS.indexOf(here);
  const others = back ? SECTIONS.slice(0, at).reverse() : SECTIONS.slice(at + 1);
  return others.some((name) => handleOf(name)?.selectGap(back ? 'last' : 'first'));
}

/** Selects the next gap after the cursor of `last` (null: nothing was edited), otherwise the first one. */
export function selectNextGap(last: SectionName | null, handleOf: HandleOf): void {
  if (last !== null && stepToGap(last, handleOf)) return;
  SECTIONS.some((name) => handleOf(name)?.selectGap('first'));
}

type LetterFields = ReturnType<typeof useLetterFields>;

/** The letter's section fields, for controls outside them that insert facts or move to gaps. */
function useLetterFields() {
  const handles = useRef(new Map<SectionName, SectionHandle>());
  const last = useRef<SectionName | null>(null);
  return useMemo(() => {
    const handleOf = (name: SectionName) => handles.current.get(name);
    return {
      handleOf,
      refOf: (name: SectionName) => (handle: SectionHandle | null) => {
        if (handle === null) handles.current.delete(name);
        else handles.current.set(name, handle);
      },
      /** Reports the focused section: facts and the next gap are relative to it. */
      focused: (name: SectionName) => {
        last.current = name;
      },
      /** The section that had the focus last. */
      last: () => last.current ?? 'sale',
      /** Selects the next gap after the cursor, otherwise the letter's first gap. */
      toNextGap: () => selectNextGap(last.current, handleOf),
      /** Moves from a section to the next or previous gap; false at the letter's first or last gap. */
      stepToGap: (here: SectionName, back: boolean) => stepToGap(here, handleOf, back),
      /** Call when the whole text was replaced: the next gap is then the letter's first. */
      replaced: () => {
        last.current = null;
      },
    };
  }, []);
}
