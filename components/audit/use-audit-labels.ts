'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { partsOf } from '#lib/trail/actions.ts';
import type { Entry } from '#lib/trail/queries.ts';

/** An action in words; one of a later version stays as it is written. */
export function useActionLabels(): (action: string) => string {
  const t = useTranslations('audit');
  const kinds = useKindLabels();
  return useCallback(
    (action) => {
      const parts = partsOf(action);
      if (parts.as === 'step')
        return t.has(`step.${parts.step}`)
          ? t(`step.${parts.step as 'requested'}`, { thing: kinds(parts.kind) })
          : action;
      const key = parts.as === 'export' ? `export.${parts.list}` : `action.${parts.action}`;
      return t.has(key) ? t(key as 'action.permission') : action;
    },
    [t, kinds],
  );
}

type Whose = Pick<Entry, 'operator' | 'action' | 'result'>;

/** Gives an entry's actor: by name, the product itself, or somebody who was not signed in. */
export function useWho(): (entry: Whose) => string {
  const t = useTranslations('audit.who');
  return ({ operator, action, result }) => {
    if (operator !== null) return operator.name ?? operator.id;
    return t(action === 'sign-in' && result === 'refused' ? 'nobody' : 'product');
  };
}
