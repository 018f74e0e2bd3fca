'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type OwnSession, profileKeys, sessionsOptions } from '#lib/profile/queries.ts';

const STALE = [profileKeys.sessions()];

/** Where one is signed in: one of them can be ended, or all but this. */
export function SessionsPanel() {
  const t = useTranslations('profile.sessions');
  const toast = useToast();
  const { data, error, refetch } = useQuery(sessionsOptions());
  const others = (data?.length ?? 1) - 1;
  const end = useOperation('POST /api/settings/sessions/end-others', {
    proof: 'none',
    stale: STALE,
    onDone: ({ ended }) => toast(t('ended', { count: ended })),
  });
  const action = others > 0 && (
    <Button
      size="sm"
      variant="danger"
      aria-busy={end.busy || undefined}
      onClick={() => void end.submit(undefined)}
    >
      {t('endOthers', { count: others })}
    </Button>
  );
  return (
    <Panel title={t('heading')} note={data && t('count', { count: data.length })} action={action}>
      {Boolean(error) && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {Boolean(end.error) && <ErrorCard error={end.error} />}
      <ul className="line-list">
        {data?.map((session) => (
          <OwnLine key={session.id} of={session} />
        ))}
      </ul>
    </Panel>
  );
}

function OwnLine({ of }: { of: OwnSession }) {
  const end = useOperation('DELETE /api/settings/sessions/{id}', {
    params: { id: of.id },
    proof: 'none',
    stale: STALE,
  });
  return <SessionLine of={of} busy={end.busy} onEnd={() => void end.submit(undefined)} />;
}
