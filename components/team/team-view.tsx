'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { type DrawerRoute, drawerRouteOf } from '#components/app-shell/address-state.ts';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { fieldAnswer, fieldVariants, Select } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { Cell, Head, Row, Table } from '#components/ui/table.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { allTeam, type Person, type RoleOn, type Team, teamOptions } from '#lib/team/queries.ts';
import { Matrix } from './matrix.tsx';
import { LinkOnce, PersonAction, Refusal } from './person-action.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { personForm, useFieldErrorLabels, useInvite } from './team-forms.ts';

const TASKS = ['invite', 'person', 'edit'] as const;
const useDrawerRoute = drawerRouteOf(TASKS);

export function TeamView({ policies }: { policies: ReactNode }) {
  const t = useTranslations('team');
  const query = useQuery(teamOptions());
  const route = useDrawerRoute();
  const [renewed, setRenewed] = useState<Person | null>(null);
  const sheet = query.data && sheetOf(route, query.data);
  return (
    <PageFrame>
      <DrawerLayout size={route.what === 'person' ? 'drawer' : 'sheet'} drawer={sheet}>
        <PageHead title={t('title')}>
          <Button icon="plus" onClick={() => route.show('invite')}>
            {t('inviteButton')}
          </Button>
        </PageHead>
        <SettingsTabs />
        <Page layout="stack">
          <QueryBody query={query} skeleton={<PanelSkeleton title={t('heading')} />}>
            {(team) => (
              <>
                <Matrix
                  team={team}
                  open={route.of}
                  onShow={(id) => route.show('person', id)}
                  onRenew={setRenewed}
                />
                <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] items-start gap-4">
                  {policies}
                  <RoleTable />
                </div>
              </>
            )}
          </QueryBody>
        </Page>
      </DrawerLayout>
      {renewed && <PersonAction action="renew" person={renewed} onClose={() => setRenewed(null)} />}
    </PageFrame>
  );
}

type Props = { accounts: Team['accounts']; onClose: () => void };

/** Invites a person with roles, then shows the link once. */
function InviteSheet({ accounts, onClose }: Props) {
  const t = useTranslations('team.invite');
  const { form, sent } = useInvite();
  return (
    <OperationForm
      form={form}
      as="drawer"
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      refused={!form.shownAtFields && <Refusal error={form.error} />}
      instead={sent && <LinkOnce of="invitation" name={sent.email} link={sent.link} onClose={onClose} />}
    >
      <OperationFields
        form={form}
        labels={{
          email: { label: t('email'), focus: true },
          name: { label: t('name'), rule: t('optional'), hint: t('nameHint') },
          roles: <RoleFields {...form.at('roles')} accounts={accounts} />,
        }}
      />
    </OperationForm>
  );
}

type PersonSheetProps = { person: Person; accounts: Team['accounts']; onClose: () => void };

function PersonSheet({ person, accounts, onClose }: PersonSheetProps) {
  const t = useTranslations('team.change');
  const toast = useToast();
  const form = useOperationForm('PATCH /api/settings/team/{id}', personForm, {
    params: { id: person.id },
    facts: person,
    first: { name: person.name, roles: person.roles },
    errorText: useFieldErrorLabels(),
    stale: [allTeam],
    onDone() {
      toast(t('saved'));
      onClose();
    },
  });
  const unchanged = Object.keys(personForm.body(form.values, person)).length === 0;
  return (
    <OperationForm
      form={form}
      as="drawer"
      onSubmit={() => unchanged || form.submit()}
      onClose={onClose}
      title={t('title', { name: person.name })}
      confirm={t('confirm')}
      off={unchanged || !form.good}
      note={unchanged && t('unchanged')}
      refused={!form.shownAtFields && <Refusal error={form.error} />}
    >
      <OperationFields
        form={form}
        labels={{
          name: { label: t('name') },
          roles: <RoleFields {...form.at('roles')} accounts={accounts} />,
        }}
      />
    </OperationForm>
  );
}

function sheetOf({ what, of, show, close }: DrawerRoute<(typeof TASKS)[number]>, team: Team) {
  if (what === 'invite') return <InviteSheet accounts={team.accounts} onClose={close} />;
  const person = team.items.find(({ id }) => id === of);
  if (what === null || person === undefined) return undefined;
  const back = () => show('person', person.id);
  if (what === 'edit' && !person.ready)
    return <PersonSheet key={person.id} person={person} accounts={team.accounts} onClose={back} />;
  return (
    <PersonDrawer
      key={person.id}
      person={person}
      team={team}
      onShow={(id) => show('person', id)}
      onEdit={() => show('edit', person.id)}
      onClose={close}
    />
  );
}

type RoleFieldsProps = {
  value: readonly RoleOn[];
  onChange: (next: readonly RoleOn[]) => void;
  error: string | null;
  accounts: Team['accounts'];
};

function RoleFields({ value, onChange, error, accounts }: RoleFieldsProps) {
  const t = useTranslations('team.roleFields');
  const roles = useTranslations('shell.roles');
  const id = useId();
  const change = (at: number, part: Partial<RoleOn>) =>
    onChange(value.map((role, place) => (place === at ? { ...role, ...part } : role)));
  return (
    <fieldset className={fieldVariants()} aria-describedby={error ? id : undefined}>
      <legend className="mb-1">{t('legend')}</legend>
      <ul className="mb-2 grid gap-2 *:grid *:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_max-content] *:items-center *:gap-2">
        {value.map(({ account, role }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
          <li key={place}>
            <Select
              aria-label={t('account', { number: place + 1 })}
              value={account}
              onChange={(event) => change(place, { account: event.target.value })}
            >
              <option value="*">{t('all')}</option>
              {accounts.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
            <Select
              aria-label={t('role', { number: place + 1 })}
              value={role}
              onChange={(event) => change(place, { role: event.target.value as RoleOn['role'] })}
            >
              {ROLES.map((name) => (
                <option key={name} value={name}>
                  {roles(name)}
                </option>
              ))}
            </Select>
            <IconButton
              icon="x"
              label={t('remove', { number: place + 1 })}
              onClick={() => onChange(value.filter((_, other) => other !== place))}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p id={id} className={fieldAnswer({ error: true })} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon="plus"
          onClick={() => onChange([...value, { account: accounts[0]?.slug ?? '*', role: 'viewer' }])}
        >
          {t('add')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Permissions that differ between roles; each represents those granted with it. */
const COLUMNS = ['reveal', 'dispute', 'resend', 'webhook', 'withdraw', 'manage'] as const;

const HEAD = '@max-[30rem]/room:py-1.5 @max-[30rem]/room:align-bottom';

function RoleTable() {
  const t = useTranslations('team.can');
  const roles = useTranslations('shell.roles');
  return (
    <Panel title={t('title')} padded={false}>
      <Table>
        <thead>
          <tr>
            <Head className={HEAD}>{t('role')}</Head>
            {COLUMNS.map((permission) => (
              <Head key={permission} className={`${HEAD} text-center whitespace-normal`}>
                {/* On the span: a vertical table cell does not grow to its content. */}
                <span className="@max-[30rem]/room:inline-block @max-[30rem]/room:rotate-180 @max-[30rem]/room:whitespace-nowrap @max-[30rem]/room:[writing-mode:vertical-rl]">
                  {t(permission)}
                </span>
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <Row key={role}>
              <Cell names>{roles(role)}</Cell>
              {COLUMNS.map((permission) => {
                const may = ROLE_PERMISSIONS[role].includes(permission);
                return (
                  <Cell key={permission} className="text-center whitespace-normal @max-[30rem]/room:px-1">
                    {may ? <Icon name="tick" /> : <span aria-hidden="true">·</span>}
                    <span className="sr-only">{t(may ? 'yes' : 'no')}</span>
                  </Cell>
                );
              })}
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}
