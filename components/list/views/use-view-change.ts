'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/shell/session-context.tsx';
import { CallError, call } from '#lib/api/client.ts';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import type { SavedView, ViewPage } from '#lib/views/contract.ts';
import { viewKeys } from '#lib/views/queries.ts';

export type ViewIntent =
  | {
      do: 'create';
      name: string;
      shared: boolean;
      filters: Record<string, string>;
      columns: readonly string[];
    }
  | {
      do: 'change';
      view: SavedView;
      to: { name?: string; shared?: boolean; filters?: Record<string, string>; columns?: string[] };
    }
  | { do: 'delete'; view: SavedView };

/** Creates, changes or deletes a view; the list is right before `onDone` hears of it. A view only where one is left. */
export function useViewChange(page: ViewPage, onDone: (view: SavedView | null) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const refresh = () => client.invalidateQueries({ queryKey: viewKeys.list(account, page) });
  return useMutation({
    mutationFn: (what: ViewIntent) => send(what, intent.keyFor(what), { account, page }),
    onSuccess: async (view) => {
      intent.end();
      await refresh();
      onDone(view);
    },
    onError: (error) => {
      if (endsIntent(error)) intent.end();
      // Somebody else was faster: what stands there now is shown before it is tried again.
      if (isConflict(error)) {
        intent.end();
        void refresh();
      }
    },
  });
}

async function send(
  what: ViewIntent,
  idempotencyKey: string,
  of: { account: string; page: ViewPage },
): Promise<SavedView | null> {
  if (what.do === 'create') {
    const { name, shared, filters, columns } = what;
    const body = { ...of, name, shared, filters, columns: [...columns] };
    return call('POST /api/settings/views', { body, idempotencyKey });
  }
  const { id, version } = what.view;
  if (what.do === 'change') {
    const body = { version, ...what.to };
    return call('PATCH /api/settings/views/{id}', { params: { id }, body, idempotencyKey });
  }
  await call('DELETE /api/settings/views/{id}', { params: { id }, idempotencyKey });
  return null;
}

/** What is wrong with the name: in use by another view of one's own, or one view too many. */
export function nameFault(error: unknown): 'taken' | 'tooMany' | null {
  if (!(error instanceof CallError)) return null;
  const message = error.problem.fields?.find(({ field }) => field === 'name')?.message;
  if (message === 'taken') return 'taken';
  return message === 'too_many' ? 'tooMany' : null;
}

/** The view was changed by somebody else since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.problem.code === 'conflict' && nameFault(error) === null;
}
