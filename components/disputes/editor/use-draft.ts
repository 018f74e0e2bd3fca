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
  /** The last stored version, with its attachments and today's facts. */
  stored: Draft;
  written: Written;
  state: SaveState;
  conflict: Draft | null;
  /** The text that both sides of the conflict began from; null: not known any more. */
  origin: Written | null;
  /** Takes in the answer to a change of the attachments. */
  took: (answer: Draft) => void;
};

/** The draft as it is now on the server; it is what a WrittenDraft begins with. */
function useStoredDraft(account: string, id: string) {
  return useQuery(draftOptions(account, id));
}

/** The draft of one dispute, being written: `first` is the version that was there when the page came up. */
export function useDraft(account: string, id: string, first: Draft): WrittenDraft {
  const client = useQueryClient();
  const [keeper] = useState(() => {
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
  const view = useSyncExternalStore(keeper.subscribe, keeper.view, keeper.view);
  const { data } = useStoredDraft(account, id);
  useEffect(() => {
    if (data !== undefined) keeper.arrived(data);
  }, [data, keeper]);
  useEffect(() => {
    const again = () => void (keeper.view().failure !== null && keeper.save());
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      keeper.stop();
    };
  }, [keeper]);
  useUnsaved(keeper, account, id);
  useLeaveGuard(keeper.isDirty, keeper.save);
  const { base, written, conflict } = view;
  const { write, save, keepMine, takeTheirs, join } = keeper;
  const took = (answer: Draft) => {
    keeper.arrived(answer);
    client.setQueryData(disputeKeys.draft(account, id), answer);
  };
  const stored = data !== undefined && data.version === base.version ? data : base;
  const state = stateOf(view, keeper.isDirty());
  const origin = keeper.origin();
  return { stored, written, conflict, origin, state, write, save, keepMine, takeTheirs, join, took };
}

/** Restores text that this tab could not store, and keeps it while the operator writes. */
function useUnsaved(keeper: DraftSaver, account: string, id: string): void {
  const operatorId = useSession().session.operator.id;
  const kept = useMemo(() => unsavedText(operatorId, account, id), [operatorId, account, id]);
  useEffect(() => {
    const unsaved = kept.read();
    if (unsaved !== null) keeper.restore(unsaved);
    const keep = () => kept.keep(keeper.unsaved());
    keep();
    return keeper.subscribe(keep);
  }, [keeper, kept]);
}

function stateOf({ base, saving, failure }: DraftView, dirty: boolean): SaveState {
  if (saving) return { is: 'saving' };
  if (!dirty) return { is: 'saved', at: base.updatedAt };
  return failure === null ? { is: 'dirty' } : { is: 'failed', error: failure };
}

/**
 * Text of one operator that the server does not have yet, in the tab's own storage: it survives a reload and
 * the end of a session. It goes once it is stored, with the tab, and with the sign-out.
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
    /** Null: all of it is stored. A browser that keeps nothing, or is full, loses only this second net. */
    keep(unsaved: Unsaved | null): void {
      try {
        if (unsaved === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(unsaved));
      } catch {}
    },
  };
}

/**
 * Stores unsaved text when the operator leaves the page for another tab or page; closing the page asks first
 * when that failed.
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
