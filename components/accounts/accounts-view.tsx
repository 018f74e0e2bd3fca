'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { DoctorSheet } from '#components/doctor/doctor-result.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton, CopyId } from '#components/ui/copy-button.tsx';
import { Drawer, DrawerLayout } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { IpRules } from '#components/ui/ip-rules.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { call } from '#lib/api/client.ts';
import { type Connection, type Connections, connectionsOptions } from '#lib/connections/queries.ts';
import { credentialForm } from './account-forms.ts';
import { AccountRow } from './account-row.tsx';
import { ConnectionForm, useTrial } from './connection-form.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { EditSheet } from './edit-sheet.tsx';
import { NewSheet } from './new-sheet.tsx';
import { type DrawerRoute, useAccountChange, useDrawerRoute } from './use-faults.tsx';

/** The connections, with the open task in a drawer. */
export function AccountsView() {
  const t = useTranslations('accounts');
  const { data, error, refetch } = useQuery(connectionsOptions());
  const route = useDrawerRoute();
  const sheet = data && sheetOf(route, data);
  return (
    <PageFrame>
      <DrawerLayout room="sheet" drawer={sheet}>
        <PageHead title={t('title')} asOf={data?.asOf} live={!error}>
          {data?.ownAdministrator && (
            <Button icon="plus" onClick={() => route.show('new')}>
              {t('new')}
            </Button>
          )}
        </PageHead>
        <SettingsTabs />
        <Page layout="stack">
          {Boolean(error) && (
            <ErrorCard error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
          )}
          {data && !data.ownAdministrator && <FirstAdministrator />}
          {data === undefined ? (
            !error && <PanelSkeleton title={t('heading')} />
          ) : (
            <>
              <List data={data} route={route} />
              <AddressPanel items={data.items} />
              <CallsPanel data={data} />
            </>
          )}
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

type Props = { account: Connection; onClose: () => void };

/** Replaces the whole credential. Nothing of the old one is shown or reused. */
function CredentialSheet({ account, onClose }: Props) {
  const t = useTranslations('accounts.replace');
  if (account.origin === 'settings') return <Replace account={account} onClose={onClose} />;
  const title = t('title', { name: account.name });
  return (
    <Drawer label={title} title={title} onClose={onClose} focusOnOpen>
      <section className="border-0">
        <Callout>{t(account.origin)}</Callout>
      </section>
    </Drawer>
  );
}

function Replace({ account, onClose }: Props) {
  const t = useTranslations('accounts.replace');
  const { auth, clientId, sandboxUrl } = account.credential;
  const open = Object.entries({ auth, clientId, sandboxUrl }).filter(([, value]) => value !== null);
  const params = { id: account.id };
  const { finish, stale } = useAccountChange(onClose);
  const form = useOperationForm('PUT /api/settings/accounts/{id}/credential', credentialForm, {
    params,
    facts: null,
    first: {
      environment: account.environment,
      baseUrl: account.baseUrl,
      credentials: Object.fromEntries(open) as Record<string, string>,
    },
    stale,
    onDone: () => finish(t('saved')),
  });
  const trial = useTrial(form.values, (body) =>
    call('POST /api/settings/accounts/{id}/test', { params, body }),
  );
  return (
    <ConnectionForm
      title={t('title', { name: account.name })}
      confirm={t('confirm')}
      trial={trial}
      form={form}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <p className="text-xs text-ink-3">{t('description')}</p>
          <CredentialFields kind={account.kind} draft={form.values} onChange={form.set} errorAt={errorAt} />
        </>
      )}
    </ConnectionForm>
  );
}

function sheetOf(route: DrawerRoute, { items, ownAdministrator }: Connections) {
  const { what, of: slug, close } = route;
  if (what === 'new')
    return (
      ownAdministrator && (
        <NewSheet onClose={close} others={items} onSaved={(of) => route.show('doctor', of)} />
      )
    );
  const account = items.find((one) => one.slug === slug);
  if (what === null || account === undefined) return undefined;
  if (what === 'doctor') return <DoctorSheet key={account.id} account={account} onClose={close} />;
  if (what === 'edit') return <EditSheet key={account.id} account={account} onClose={close} />;
  return <CredentialSheet key={account.id} account={account} onClose={close} />;
}

function List({ data, route }: { data: Connections; route: DrawerRoute }) {
  const t = useTranslations('accounts');
  return (
    <Panel
      title={t('heading')}
      note={t('count', { count: data.items.length })}
      action={<span className="cap">{t('orderNote')}</span>}
      padded={false}
    >
      {data.items.map((account) => (
        <AccountRow key={account.id} account={account} all={data.items} route={route} />
      ))}
    </Panel>
  );
}

/** Guichê's IP addresses as providers see them. A provider reports one only when it refuses it. */
export function AddressPanel({ items }: { items: readonly Connection[] }) {
  const t = useTranslations('accounts.address');
  const seen = [...new Set(items.flatMap(({ health: { sourceIp } }) => sourceIp ?? []))];
  if (seen.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <p>{t('description', { count: seen.length })}</p>
      <p className="mt-1 flex flex-wrap gap-x-3">
        {seen.map((address) => (
          <CopyId key={address} value={address} whole />
        ))}
      </p>
      <IpRules code={null} />
    </Panel>
  );
}

/** Calls of the last minute against each account's budget. Absent when no account has one (the simulator). */
export function CallsPanel({ data: { items, calls } }: { data: Pick<Connections, 'items' | 'calls'> }) {
  const t = useTranslations('accounts.calls');
  const rows = items.flatMap(({ id, name }) => {
    const of = calls.find((one) => one.id === id);
    return of === undefined ? [] : { ...of, name };
  });
  if (rows.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note')}>
      <dl>
        {rows.map(({ id, name, taken, limit }) => (
          // A long name next to the bar would leave it no width.
          <div
            key={id}
            className="grid grid-cols-[minmax(6rem,9rem)_minmax(0,1fr)] gap-3 py-1 @max-[26rem]/room:grid-cols-1 @max-[26rem]/room:gap-0.5"
          >
            <dt className="wrap-anywhere text-ink-3">{name}</dt>
            <dd className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-3 text-right text-ink-3 tabular-nums">
              <i
                aria-hidden="true"
                className="h-1.5 rounded-[1px] border border-line-strong bg-[linear-gradient(var(--chart-in)_0_0)] bg-[position:0] bg-[length:calc(100%*var(--part))_100%] bg-no-repeat forced-color-adjust-none"
                style={{ '--part': taken / limit } as React.CSSProperties}
              />
              <span>{t.rich('of', { taken, limit, b: (words) => <b>{words}</b> })}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Ready sign-ins end with the first real account, so a real administrator must exist before it. */
function FirstAdministrator() {
  const t = useTranslations('accounts.first');
  const make = useOperation('POST /api/settings/accounts/set-up-link', { proof: 'dialog' });
  const path = make.answer?.url ?? null;
  return (
    <>
      <Callout
        tone="warn"
        icon="user"
        title={t('title')}
        action={
          path === null && (
            <Button size="sm" aria-busy={make.busy || undefined} onClick={() => void make.submit(undefined)}>
              {t('make')}
            </Button>
          )
        }
      >
        {path === null ? t('description') : <SetUpLink path={path} />}
      </Callout>
      {Boolean(make.error) && <ErrorCard error={make.error} />}
    </>
  );
}

function SetUpLink({ path }: { path: string }) {
  const t = useTranslations('accounts.first');
  const url = new URL(path, window.location.origin).href;
  return (
    <span className="grid gap-2" role="status">
      {t('made')}
      <span className="flex flex-wrap items-center gap-2">
        <a className={buttonVariants({ size: 'sm' })} href={path}>
          {t('open')}
        </a>
        <CopyButton value={url} />
      </span>
    </span>
  );
}
