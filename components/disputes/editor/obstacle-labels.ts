'use client';

import { useTranslations } from 'next-intl';
import { unknownFacts } from '#lib/disputes/letter.ts';
import type { DefenseDraft } from './defense-draft.tsx';
import { useFactName } from './use-fact-name.ts';

/** Why it cannot be sent, in words; a name that only the server knows is shown as it is. */
export function useObstacleLabels(): (obstacle: string, draft: DefenseDraft) => string {
  const t = useTranslations('disputes.bar.cannot');
  const nameOf = useFactName();
  return (obstacle, { written, facts }) => {
    const list = unknownFacts(written.sections, facts).map(nameOf).join(', ');
    if (!t.has(obstacle as 'empty')) return t('other', { word: obstacle });
    return t(obstacle as 'unknown_fact', { list });
  };
}

/** Obstacle that this screen already sees; the server checks the stored version again. */
export function obstacleOf(draft: DefenseDraft): string | null {
  const { written, facts, count, conflict, detail, state } = draft;
  if (conflict !== null) return 'conflict';
  if (count === 0) return 'empty';
  if (unknownFacts(written.sections, facts).length > 0) return 'unknown_fact';
  if (count > detail.limits.characters && !written.letterAsPdf) return 'too_long';
  return state.is === 'failed' ? 'unsaved' : null;
}
