'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { DoctorSheet } from '#components/doctor/doctor-result.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton, CopyId } from '#components/ui/copy-button.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { ErrorCard, IpRules } from '#components/ui/error-card.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { type Connection, type Connections, connectionsOptions } from '#lib/connections/queries.ts';
import { type DrawerRoute, useDrawerRoute } from './account-change.tsx';
import { AccountRow } from './account-row.tsx';
import { CredentialSheet, NewSheet } from './connection-form.tsx';
import { EditSheet } from './edit-sheet.tsx';

export function AccountsView() {
  const t = useTranslations('accounts');
  const query = useQuery(connectionsOptions());
  const { data } = query;
  const route = useDrawerRoute();
  const sheet = data && sheetOf(route, data);
  return (
    <PageFrame>
      <DrawerLayout size="sheet" drawer={sheet}>
        <PageHead title={t('title')} asOf={data?.asOf} live={!query.error}>
          {data?.ownAdministrator && (
            <Button icon="plus" onClick={() => route.show('new')}>
              {t('new')}
            </Button>
          )}
        </PageHead>
        <SettingsTabs />
        <Page layout="stack">
          <QueryBody query={query} skeleton={<PanelSkeleton title={t('heading')} />} asOf={data?.asOf}>
            {({ items, calls, ownAdministrator }) => (
              <>
                {!ownAdministrator && <FirstAdministrator />}
                <Panel
                  title={t('heading')}
                  note={t('count', { count: items.length })}
                  action={<span className="cap">{t('orderNote')}</span>}
                  padded={false}
                >
                  {items.map((account) => (
                    <AccountRow key={account.id} account={account} all={items} route={route} />
                  ))}
                </Panel>
                <AddressPanel items={items} />
                <CallsPanel data={{ items, calls }} />
              </>
            )}
          </QueryBody>
        </Page>
      </DrawerLayout>
    </PageFrame>
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
              <span>{t.rich('of', { taken, limit, b: (chunks) => <b>{chunks}</b> })}</span>
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
  const link = useOperation('POST /api/settings/accounts/set-up-link', { proof: 'dialog' });
  const path = link.answer?.url ?? null;
  return (
    <>
      <Callout
        tone="warn"
        icon="user"
        title={t('title')}
        action={
          path === null && (
            <Button size="sm" aria-busy={link.busy || undefined} onClick={() => void link.submit(undefined)}>
              {t('make')}
            </Button>
          )
        }
      >
        {path === null ? (
          t('description')
        ) : (
          <span className="grid gap-2" role="status">
            {t('made')}
            <span className="flex flex-wrap items-center gap-2">
              <a className={buttonVariants({ size: 'sm' })} href={path}>
                {t('open')}
              </a>
              <CopyButton value={new URL(path, window.location.origin).href} />
            </span>
          </span>
        )}
      </Callout>
      {Boolean(link.error) && <ErrorCard error={link.error} />}
    </>
  );
}
