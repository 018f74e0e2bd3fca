'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { call } from '#lib/api/client.ts';
import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { disputeKeys, draftOptions } from '#lib/disputes/queries.ts';
import { DraftSaver, type DraftView } from './draft-saver.ts';
import type { Unsaved, Written } from './draft-state.ts';

type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'dirty' | 'saving' }
  | { is: 'failed'; error: unknown };

export type WrittenDraft = Pick<DraftSaver, 'write' | 'save' | 'keepMine' | 'takeTheirs' | 'join'> & {
  /** The last stored version, with its attachments and current facts. */
  stored: Draft;
  written: Written;
  state: SaveState;
  conflict: Draft | null;
  /** The text that both sides of the conflict started from; null when it is no longer known. */
  origin: Written | null;
  /** Applies the server's answer to a change of the attachments. */
  took: (answer: Draft) => void;
};

/** The current draft on the server; a `WrittenDraft` starts from it. */
function useStoredDraft(account: string, id: string) {
  return useQuery(draftOptions(account, id));
}

/** Edits the draft of one dispute; `first` is the version loaded with the page. */
export function useDraft(account: string, id: string, first: Draft): WrittenDraft {
  const client = useQueryClient();
  const [saver] = useState(() => {
    const put = async (body: DraftInput) => {
      const stored = await call('PUT /disputes/{id}/draft', {
        account,
        params: { id },
        body,
        byItself: true,
      });
      client.setQueryData(disputeKeys.draft(account, id), stored);
      return stored;
    };
    return new DraftSaver(first, put);
  });
  const view = useSyncExternalStore(saver.subscribe, saver.view, saver.view);
  const { data } = useStoredDraft(account, id);
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
  useLeaveGuard(saver.isDirty, saver.save);
  const { base, written, conflict } = view;
  const { write, save, keepMine, takeTheirs, join } = saver;
  const took = (answer: Draft) => {
    saver.arrived(answer);
    client.setQueryData(disputeKeys.draft(account, id), answer);
  };
  const stored = data !== undefined && data.version === base.version ? data : base;
  const state = stateOf(view, saver.isDirty());
  const origin = saver.origin();
  return { stored, written, conflict, origin, state, write, save, keepMine, takeTheirs, join, took };
}

/** Restores text that this tab could not save, and stores it in the tab while the operator writes. */
function useUnsaved(saver: DraftSaver, account: string, id: string): void {
  const operatorId = useSession().session.operator.id;
  const tabCopy = useMemo(() => unsavedText(operatorId, account, id), [operatorId, account, id]);
  useEffect(() => {
    const unsaved = tabCopy.read();
    if (unsaved !== null) saver.restore(unsaved);
    const keep = () => tabCopy.keep(saver.unsaved());
    keep();
    return saver.subscribe(keep);
  }, [saver, tabCopy]);
}

function stateOf({ base, saving, failure }: DraftView, dirty: boolean): SaveState {
  if (saving) return { is: 'saving' };
  if (!dirty) return { is: 'saved', at: base.updatedAt };
  return failure === null ? { is: 'dirty' } : { is: 'failed', error: failure };
}

/**
 * Stores one operator's unsaved text in the tab's session storage: it survives a reload and the end of a
 * session. It is removed once saved, when the tab closes, and on sign-out.
 */
function unsavedText(operatorId: string, account: string, dispute: string) {
  const key = `unsaved-defense:${operatorId}:${account}:${dispute}`;
  return {
    read(): Unsaved | null {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? null : (JSON.parse(text) as Unsaved);
      } catch {
        return null;
      }
    },
    /**
     * Null: everything is saved. Without session storage, or when it is full, only this extra copy is lost.
     */
    keep(unsaved: Unsaved | null): void {
      try {
        if (unsaved === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(unsaved));
      } catch {}
    },
  };
}

/**
 * Saves unsaved text when the tab is hidden or left; closing the page asks for confirmation while text is
 * unsaved.
 */
function useLeaveGuard(isDirty: () => boolean, save: () => Promise<unknown>): void {
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
