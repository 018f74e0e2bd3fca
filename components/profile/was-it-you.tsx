'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { type OwnSession, type Profile, profileKeys, sessionsOptions } from '#lib/profile/queries.ts';
import { PasswordDialog } from './password-panel.tsx';

type Password = Profile['signIn']['password'];

/** Where the notice of a new device leads (`?session=`, a session's mark): the session it was about, to be kept or ended. */
export function WasItYou({ password }: { password: Password }) {
  const [mark, write] = useQueryState('session');
  const { data, error, refetch } = useQuery(sessionsOptions());
  if (mark === null || mark === '') return null;
  if (data === undefined) return error && <ErrorCard error={error} onRetry={() => void refetch()} />;
  const close = () => write(null, { history: 'replace' });
  const session = data.find(({ id }) => id.startsWith(mark));
  return session === undefined ? (
    <Ended password={password} onClose={close} />
  ) : (
    <Open of={session} onClose={close} />
  );
}

/** The panel below loses it at once: then this one goes on to the password. */
function Open({ of, onClose }: { of: OwnSession; onClose: () => void }) {
  const t = useTranslations('profile.wasIt');
  const end = useOperation('DELETE /api/settings/sessions/{id}', {
    params: { id: of.id },
    proof: 'none',
    stale: [profileKeys.sessions()],
  });
  return (
    <Panel
      title={<Heading words={t('title')} />}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{t('yes')}</Button>
          {!of.current && (
            <Button
              variant="danger"
              aria-busy={end.busy || undefined}
              onClick={() => void end.submit(undefined)}
            >
              {t('end')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(of.current ? 'current' : 'words')}</p>
      {Boolean(end.error) && <ErrorCard error={end.error} />}
      <LineList>
        <SessionLine of={of} busy={false} />
      </LineList>
    </Panel>
  );
}

function Ended({ password, onClose }: { password: Password; onClose: () => void }) {
  const t = useTranslations('profile.wasIt');
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title={<Heading words={t('ended')} />}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{t('close')}</Button>
          {password && (
            <Button variant="main" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          )}
        </>
      }
    >
      <p role="status">{t(password ? 'endedWords' : 'endedSignOn')}</p>
      {changing && password && <PasswordDialog least={password.length} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

const Heading = ({ words }: { words: string }) => (
  <span className="flex items-center gap-2">
    <Icon name="triangle" tone="warn" />
    {words}
  </span>
);
