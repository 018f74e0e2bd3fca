'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { CallError } from '#lib/api/client.ts';

/** Why a change of the team was refused: one sentence where something stands in the way, else the whole of it. */
export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('team.refused');
  if (!error) return null;
  const way = wayOf(error);
  return way === null ? <ErrorCard error={error} /> : <Callout tone="danger" title={t(way)} role="alert" />;
}

function wayOf(error: unknown): 'last' | 'ready' | 'already' | 'moved' | null {
  if (!(error instanceof CallError)) return null;
  const { code, existing } = error.problem;
  if (code === 'already_done') return 'already';
  if (code !== 'conflict') return null;
  const { lastAdministrator = false, ready = false } = (existing ?? {}) as Record<string, boolean>;
  return lastAdministrator ? 'last' : ready ? 'ready' : 'moved';
}
