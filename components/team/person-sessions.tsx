'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type Person, personSessionsOptions, teamKeys } from '#lib/team/queries.ts';

/** Where a person is signed in; one of them is ended here, all of them by what `onEndAll` asks. */
export function PersonSessions({ person, onEndAll }: { person: Person; onEndAll: () => void }) {
  const t = useTranslations('team.drawer');
  const toast = useToast();
  const { id, ready, openSessions } = person;
  const { data, error, refetch } = useQuery(personSessionsOptions(id));
  const end = useOperation('DELETE /api/settings/team/{id}/sessions/{session}', {
    proof: 'dialog',
    stale: [teamKeys.all()],
    onDone: () => toast(t('ended')),
  });
  const count = data?.length ?? openSessions;
  return (
    <DetailPart
      title={t('sessions')}
      action={
        !ready &&
        count > 0 && (
          <Button size="sm" onClick={onEndAll}>
            {t('signOut')}
          </Button>
        )
      }
    >
      <p>{t('open', { count })}</p>
      {error !== null && <ErrorCard error={error} onRetry={() => void refetch()} />}
      {end.error !== null && <ErrorCard error={end.error} />}
      <ul className="line-list">
        {data?.map((session) => (
          <SessionLine
            key={session.id}
            of={session}
            busy={end.busy}
            onEnd={ready ? undefined : () => void end.submit(undefined, { id, session: session.id })}
          />
        ))}
      </ul>
    </DetailPart>
  );
}
