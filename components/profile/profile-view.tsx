'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Drawer, DrawerLayout } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type OwnSession, type Profile, profileOptions, sessionsOptions } from '#lib/profile/queries.ts';
import { CodeAppSteps } from './factor-steps.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { PasswordDialog, PasswordPanel } from './password-panel.tsx';
import { SelfPanel } from './self-panel.tsx';

const STALE = [sessionsOptions().queryKey];

/** Target of a new-device notice (`?session=`, the beginning of a session id): keep or end that session. */
export function WasItYou({ password }: { password: Profile['signIn']['password'] }) {
  const t = useTranslations('profile.wasIt');
  const [mark, write] = useQueryState('session');
  const sessions = useQuery(sessionsOptions());
  const [changing, setChanging] = useState(false);
  const end = useOperation('DELETE /api/settings/sessions/{id}', { proof: 'none', stale: STALE });
  if (mark === null || mark === '') return null;
  if (sessions.data === undefined) return <QueryBody query={sessions} />;
  const session = sessions.data.find(({ id }) => id.startsWith(mark));
  return (
    <Panel
      // Once the session has ended, another panel offers to change the password.
      key={session ? 'open' : 'ended'}
      title={
        <span className="flex items-center gap-2">
          <Icon name="triangle" tone="warn" />
          {t(session ? 'title' : 'ended')}
        </span>
      }
      footer={
        <>
          <span className="grow" />
          <Button onClick={() => write(null, { history: 'replace' })}>{t(session ? 'yes' : 'close')}</Button>
          {session && !session.current && (
            <Button
              variant="danger"
              aria-busy={end.busy}
              onClick={() => void end.submit(undefined, { id: session.id })}
            >
              {t('end')}
            </Button>
          )}
          {!session && password && (
            <Button variant="main" onClick={() => setChanging(true)}>
              {t('change')}
            </Button>
          )}
        </>
      }
    >
      {session ? (
        <>
          <p>{t(session.current ? 'current' : 'description')}</p>
          {Boolean(end.error) && <ErrorCard error={end.error} />}
          <LineList>
            <SessionLine of={session} busy={false} />
          </LineList>
        </>
      ) : (
        <>
          <p role="status">{t(password ? 'endedDescription' : 'endedSignOn')}</p>
          {changing && password && (
            <PasswordDialog least={password.length} onClose={() => setChanging(false)} />
          )}
        </>
      )}
    </Panel>
  );
}

export function ProfileView() {
  const t = useTranslations('profile');
  const query = useQuery(profileOptions());
  const { signOn } = useSession().session;
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const sheet = adding && (
    <Drawer
      label={t('app.title')}
      title={t('app.title')}
      closeLabel={t('app.close')}
      onClose={close}
      focusOnOpen
    >
      <section>
        <CodeAppSteps
          back={<Button onClick={close}>{t('app.close')}</Button>}
          next={t('app.done')}
          onDone={close}
        />
      </section>
    </Drawer>
  );
  return (
    <PageFrame>
      <DrawerLayout size="sheet" drawer={sheet || undefined}>
        <PageHead title={t('title')} />
        <SettingsTabs />
        <Page className="grid max-w-3xl content-start gap-4">
          <QueryBody query={query} skeleton={<Skeleton width="60%" />}>
            {(profile) => (
              <>
                <WasItYou password={profile.signIn.password} />
                <SelfPanel profile={profile} />
                {profile.signIn.password && <PasswordPanel of={profile.signIn.password} />}
                {!signOn && (
                  <FactorsPanel signIn={profile.signIn} adding={adding} onAddApp={() => setAdding(true)} />
                )}
              </>
            )}
          </QueryBody>
          <SessionsPanel />
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

function SessionsPanel() {
  const t = useTranslations('profile.sessions');
  const toast = useToast();
  const query = useQuery(sessionsOptions());
  const { data } = query;
  const others = (data?.length ?? 1) - 1;
  const end = useOperation('POST /api/settings/sessions/end-others', {
    proof: 'none',
    stale: STALE,
    onDone: ({ ended }) => toast(t('ended', { count: ended })),
  });
  const action = others > 0 && (
    <Button size="sm" variant="danger" aria-busy={end.busy} onClick={() => void end.submit(undefined)}>
      {t('endOthers', { count: others })}
    </Button>
  );
  return (
    <Panel title={t('heading')} note={data && t('count', { count: data.length })} action={action}>
      <QueryBody query={query} />
      {Boolean(end.error) && <ErrorCard error={end.error} />}
      <LineList>
        {data?.map((session) => (
          <OwnLine key={session.id} of={session} />
        ))}
      </LineList>
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
