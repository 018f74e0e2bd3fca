'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { SettingsTabs } from '#components/shell/settings-tabs.tsx';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PanelSkeleton } from '#components/ui/panel-skeleton.tsx';
import { type Connections, connectionsOptions } from '#lib/connections/queries.ts';
import { AccountRow } from './account-row.tsx';
import { AddressPanel } from './address-panel.tsx';
import { CallsPanel } from './calls-panel.tsx';
import { FirstAdministrator } from './first-administrator.tsx';
import { type DrawerRoute, useDrawerRoute } from './use-drawer-route.ts';

const NewSheet = lazySheet(async () => (await import('./new-sheet.tsx')).NewSheet);
const DoctorSheet = lazySheet(async () => (await import('#components/doctor/doctor-sheet.tsx')).DoctorSheet);
const EditSheet = lazySheet(async () => (await import('./edit-sheet.tsx')).EditSheet);
const CredentialSheet = lazySheet(async () => (await import('./credential-sheet.tsx')).CredentialSheet);

/** The connections, and beside them the task that is open. */
export function AccountsView() {
  const t = useTranslations('accounts');
  const { data, error, refetch } = useQuery(connectionsOptions());
  const route = useDrawerRoute();
  const sheet = data && sheetOf(route, data);
  return (
    <div className="page-fill">
      <DrawerLayout room="sheet" drawer={sheet}>
        <PageHead title={t('title')} asOf={data?.asOf} live={!error}>
          {data?.ownAdministrator && (
            <Button icon="plus" onClick={() => route.show('new')}>
              {t('new')}
            </Button>
          )}
        </PageHead>
        <SettingsTabs />
        <div className="page stack">
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
        </div>
      </DrawerLayout>
    </div>
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
