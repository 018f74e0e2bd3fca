'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { disputeKeys, draftOptions } from '#lib/disputes/queries.ts';
import { DraftKeeper, type DraftView } from './draft-keeper.ts';
import type { Written } from './draft-state.ts';
import { unsavedText } from './unsaved-text.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export type SaveState =
  | { is: 'saved'; at: string | null }
  | { is: 'dirty' | 'saving' }
  | { is: 'failed'; error: unknown };

export type DraftDesk = Pick<DraftKeeper, 'write' | 'save' | 'keepMine' | 'takeTheirs'> & {
  /** The last stored version, with its attachments and today's facts. */
  stored: Draft;
  written: Written;
  state: SaveState;
  conflict: Draft | null;
  /** What a change of the attachments answered. */
  took: (answer: Draft) => void;
};

/** The draft as it is now on the server; it is what a DraftDesk begins with. */
export function useStoredDraft(account: string, id: string) {
  return useQuery(draftOptions(account, id));
}

/** The draft of one dispute, being written: `first` is the version that was there when the page came up. */
export function useDraft(account: string, id: string, first: Draft): DraftDesk {
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
    return new DraftKeeper(first, put);
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
  const { write, save, keepMine, takeTheirs } = keeper;
  const took = (answer: Draft) => {
    keeper.arrived(answer);
    client.setQueryData(disputeKeys.draft(account, id), answer);
  };
  const stored = data !== undefined && data.version === base.version ? data : base;
  const state = stateOf(view, keeper.isDirty());
  return { stored, written, conflict, state, write, save, keepMine, takeTheirs, took };
}

/** What this tab could not store yet comes back with the page, and is kept for it while it is written. */
function useUnsaved(keeper: DraftKeeper, account: string, id: string): void {
  const operatorId = useSession().session.operator.id;
  const kept = useMemo(() => unsavedText(operatorId, account, id), [operatorId, account, id]);
  useEffect(() => {
    const unsaved = kept.read();
    if (unsaved !== null) keeper.restore(unsaved);
    const keep = () => {
      const { base, written } = keeper.view();
      kept.keep(keeper.isDirty() ? { version: base.version, written } : null);
    };
    keep();
    return keeper.subscribe(keep);
  }, [keeper, kept]);
}

function stateOf({ base, saving, failure }: DraftView, dirty: boolean): SaveState {
  if (saving) return { is: 'saving' };
  if (!dirty) return { is: 'saved', at: base.updatedAt };
  return failure === null ? { is: 'dirty' } : { is: 'failed', error: failure };
}
