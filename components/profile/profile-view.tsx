'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Button } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { type OwnSession, profileKeys, profileOptions, sessionsOptions } from '#lib/profile/queries.ts';
import { CodeAppSteps } from './code-app-steps.tsx';
import { FactorsPanel } from './factors-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SelfPanel } from './self-panel.tsx';
import { WasItYou } from './was-it-you.tsx';

/** Profile of the operator: name and roles, ways to sign in, and sessions. */
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

/** Where one is signed in: one of them can be ended, or all but this. */
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
