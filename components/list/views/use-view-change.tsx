'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { Problem } from '#lib/errors.ts';
import { placeOf } from '#lib/views/place.ts';
import { viewKeys } from '#lib/views/queries.ts';
import type { Views } from './use-views.ts';

type Told = 'saved' | 'renamed' | 'update.done' | 'share.done' | 'unshare.done' | 'delete.done';

/** Shared by all changes of views: refreshes the menu before the toast, and shows somebody else's changes. */
export function useViewChange({ page }: Views, onClose: () => void) {
  const t = useTranslations('views');
  const toast = useToast();
  const account = placeOf(page, useSession().account.slug);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: viewKeys.list(account, page) });
  return {
    ways: { proof: 'none' as const, onRefused: refresh },
    /** `then` finds the view where it stands now. */
    done: async (words: Told, then: () => void = () => {}) => {
      await refresh();
      then();
      toast(t(words));
      onClose();
    },
    /** Changed by somebody else since it was read; null: refused for something else, or not at all. */
    refused: (problem: Problem | null): ReactNode =>
      problem?.code === 'conflict' && problem.fields === undefined ? (
        <p role="alert" className="text-danger-ink">
          {t('conflict')}
        </p>
      ) : null,
  };
}
