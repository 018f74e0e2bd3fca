'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
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
import { CallError, call } from '#lib/api/client.ts';
import type { DisputeDetail, Draft, DraftInput } from '#lib/disputes/contract.ts';
import {
  characters,
  type Fact,
  letterOf,
  SECTIONS,
  type SectionName,
  unknownFacts,
} from '#lib/disputes/letter.ts';
import { addAttachment, draftOptions } from '#lib/disputes/queries.ts';
import { type CheckState, checklist, gapsIn, guessSituation } from '#lib/disputes/rules.ts';
import { DraftSaver, type Unsaved } from './draft-saver.ts';
import { shown, useFactName } from './letter.tsx';
import type { SectionHandle } from './section-field.tsx';

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
  const files = useFiles(account, detail, draft);
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

type WrittenDraft = ReturnType<typeof useDraft>;

/** Edits the draft of one dispute; `first` is the version loaded with the page. */
function useDraft(account: string, id: string, first: Draft) {
  const client = useQueryClient();
  const [saver] = useState(() => {
    const put = async (body: DraftInput) => {
      const params = { id };
      const stored = await call('PUT /disputes/{id}/draft', { account, params, body, byItself: true });
      client.setQueryData(draftOptions(account, id).queryKey, stored);
      return stored;
    };
    return new DraftSaver(first, put);
  });
  const view = useSyncExternalStore(saver.subscribe, saver.view, saver.view);
  const { base, written, saving, failure, conflict } = view;
  const { data } = useQuery(draftOptions(account, id));
  useEffect(() => {
    if (data !== undefined) saver.arrived(data);
  }, [data, saver]);
  useUnsaved(saver, account, id);
  useSaving(saver);
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
      client.setQueryData(draftOptions(account, id).queryKey, answer);
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
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Unsaved | null;
  } catch {
    return null;
  }
}

/** Saves once online again, and when the tab is hidden or left; closing it then needs a confirmation. */
function useSaving({ view, isDirty, save, stop }: DraftSaver): void {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const saveText = () => isDirty() && void save();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
      saveText();
    };
    addEventListener('online', () => view().failure !== null && void save(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && saveText(), { signal });
    addEventListener('beforeunload', onLeave, { signal });
    return () => {
      listening.abort();
      stop();
      saveText();
    };
  }, [view, isDirty, save, stop]);
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
      /** Reports the focused section, for facts and the next gap. Null: the whole text was replaced. */
      focused: (name: SectionName | null) => {
        last.current = name;
      },
      /** The section that had the focus last. */
      last: () => last.current ?? 'sale',
      toNextGap: () => selectNextGap(last.current, handleOf),
    };
  }, []);
}

const EXECUTABLE = /\.(exe|msi|bat|sh|cmd)$/i;

type Known = { name: string; size: number };
/** The error code of a file before its upload; the server also checks the content. Sizes are bytes. */
export function fileError(file: Known, present: readonly Known[], limits: { files: number; bytes: number }) {
  if (EXECUTABLE.test(file.name)) return 'executable';
  if (file.size === 0) return 'empty';
  if (present.some(({ name, size }) => name === file.name && size === file.size)) return 'twice';
  if (present.length >= limits.files) return 'too_many';
  return sizeOf(present) + file.size > limits.bytes ? 'too_large' : null;
}

export const sizeOf = (files: readonly Known[]): number => files.reduce((sum, { size }) => sum + size, 0);

const KILO = 1024;

/** Splits a size into value and binary unit, as in the limit: 182 KB, 1,6 MB. */
export function sizeParts(bytes: number): { unit: 'kb' | 'mb'; value: number } {
  if (bytes >= KILO * KILO) return { unit: 'mb', value: Math.round((bytes / KILO / KILO) * 10) / 10 };
  return { unit: 'kb', value: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / KILO)) };
}

export function useSizeLabels(): (bytes: number) => string {
  const t = useTranslations('disputes.files');
  const format = useFormatter();
  return (bytes) => {
    const { unit, value } = sizeParts(bytes);
    return t(unit, { size: format.number(value) });
  };
}

/** A file that is being uploaded (`error` null), or was rejected with its reason. */
export type Trouble = { key: number; name: string; error: string | null };
export type Files = ReturnType<typeof useFiles>;

/** Uploads files one after another: the server counts them, and each answer is the draft's next version. */
function useFiles(account: string, { limits, dispute }: DisputeDetail, draft: WrittenDraft) {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const [announcement, announce] = useState('');
  const next = useRef(0);
  const latest = useRef(draft);
  latest.current = draft;
  const messageOf = (code: string) => {
    const values = { mostSize: sizeLabel(limits.bytes), most: limits.files, word: code };
    return t.has(`errors.${code}` as 'errors.empty')
      ? t(`errors.${code}` as 'errors.too_large', values)
      : t('errors.other', values);
  };
  /** Shows a file above the list; returns its key. */
  const show = (name: string, code: string | null) => {
    const key = next.current++;
    setTroubles((now) => [...now, { key, name, error: code === null ? null : messageOf(code) }]);
    return key;
  };
  const dismiss = (key: number) => setTroubles((now) => now.filter((one) => one.key !== key));
  const addOne = async (file: File) => {
    const { name } = file;
    const code = fileError(file, latest.current.stored.attachments, limits);
    const key = show(name, code);
    if (code !== null) return;
    try {
      await latest.current.save();
      latest.current.took(await addAttachment(account, dispute.id, file));
      dismiss(key);
      announce(t('added', { name }));
    } catch (thrown) {
      const error = messageOf(errorCodeOf(thrown));
      setTroubles((now) => now.map((one) => (one.key === key ? { ...one, error } : one)));
    }
  };
  return {
    troubles,
    /** For screen readers. */
    announcement,
    dismiss,
    async add(files: Iterable<File>) {
      for (const file of files) await addOne(file);
    },
    async remove(attachment: string, name: string) {
      try {
        await latest.current.save();
        const key = 'DELETE /disputes/{id}/draft/attachments/{attachment}';
        const params = { id: dispute.id, attachment };
        latest.current.took(await call(key, { account, params }));
        announce(t('removed', { name }));
      } catch (thrown) {
        show(name, errorCodeOf(thrown));
      }
    },
  };
}

/** The code that the server reports for the `file` field; for any other error, its title. */
function errorCodeOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'internal';
  const { fields, title, help } = error.problem;
  return fields?.find(({ field }) => field === 'file')?.message ?? help?.title ?? title;
}
