'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
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
import {
  type OwnSession,
  type Profile,
  profileKeys,
  profileOptions,
  sessionsOptions,
} from '#lib/profile/queries.ts';
import { CodeAppSteps } from './code-app-steps.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { PasswordDialog, PasswordPanel } from './password-panel.tsx';
import { SelfPanel } from './self-panel.tsx';

type Password = Profile['signIn']['password'];

/** Target of a new-device notice (`?session=`, the beginning of a session id): keep or end that session. */
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

/** The session is still open. When it ends, `Ended` follows and offers to change the password. */
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
      <p>{t(of.current ? 'current' : 'description')}</p>
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

/** The operator's profile: name and roles, sign-in methods, and sessions. */
export function ProfileView() {
  const t = useTranslations('profile');
  const { data, error, refetch } = useQuery(profileOptions());
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
      <DrawerLayout room="sheet" drawer={sheet || undefined}>
        <PageHead title={t('title')} />
        <SettingsTabs />
        <Page className="grid max-w-3xl content-start gap-4">
          {Boolean(error) && <ErrorCard error={error} onRetry={() => void refetch()} />}
          {data === undefined ? (
            !error && <Skeleton width="60%" />
          ) : (
            <>
              <WasItYou password={data.signIn.password} />
              <SelfPanel profile={data} />
              {data.signIn.password && <PasswordPanel of={data.signIn.password} />}
              {!signOn && (
                <FactorsPanel signIn={data.signIn} adding={adding} onAddApp={() => setAdding(true)} />
              )}
            </>
          )}
          <SessionsPanel />
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

const STALE = [profileKeys.sessions()];

/** The operator's sessions. One can be ended, or all except the present one. */
function SessionsPanel() {
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
