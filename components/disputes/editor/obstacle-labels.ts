'use client';

import { useTranslations } from 'next-intl';
import type { LetterSign } from '#lib/disputes/contract.ts';
import { SECTIONS, unknownFacts } from '#lib/disputes/letter.ts';
import type { DefenseDraft } from './defense-draft.tsx';
import { useFactName } from './use-fact-name.ts';

type Labels = (obstacle: string, draft: DefenseDraft, signs?: readonly LetterSign[]) => string;

/** Why it cannot be sent, in words; a name that only the server knows is shown as it is. */
export function useObstacleLabels(): Labels {
  const t = useTranslations('disputes.bar.cannot');
  const nameOf = useFactName();
  const placesOf = useSignPlaces();
  return (obstacle, { written, facts }, signs = []) => {
    if (!t.has(obstacle as 'empty')) return t('other', { word: obstacle });
    const list =
      obstacle === 'no_glyph'
        ? placesOf(signs)
        : unknownFacts(written.sections, facts).map(nameOf).join(', ');
    return t(obstacle as 'unknown_fact', { list });
  };
}

/** The signs by the section they stand in: `Venda: 👍 日; Contato: 👍`. One that nothing shows is told by its number. */
function useSignPlaces(): (signs: readonly LetterSign[]) => string {
  const t = useTranslations('disputes.editor.sections');
  return (signs) =>
    SECTIONS.map((name) => ({ name, here: signs.filter(({ section }) => section === name) }))
      .filter(({ here }) => here.length > 0)
      .map(({ name, here }) => `${t(name)}: ${here.map(({ sign }) => visibleSign(sign)).join(' ')}`)
      .join('; ');
}

function visibleSign(sign: string): string {
  if (!/^\p{C}/u.test(sign)) return sign;
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
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
