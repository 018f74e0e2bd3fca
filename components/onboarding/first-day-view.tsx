'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { doctorPath } from '#components/app-shell/nav.ts';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { useSavePreferences } from '#components/app-shell/preferences.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { DoctorAgain, DoctorResult, useDoctor } from '#components/doctor/doctor-result.tsx';
import { LinkOnce, Refusal } from '#components/team/person-action.tsx';
import { type Invite, useInvite } from '#components/team/team-forms.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { focusFirstInvalid, PlainField, SelectField } from '#components/ui/plain-field.tsx';
import { ROLES, type Role } from '#lib/auth/permissions.ts';
import { type Connection, connectionsOptions, doctorOptions } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { passkeysOptions, profileOptions } from '#lib/profile/queries.ts';
import { FIRST_DAY, type FirstDayStep } from '#lib/session/first-day.ts';
import { teamOptions } from '#lib/team/queries.ts';

/** The second person gets a role that may approve, which is the purpose of the step. */
const SECOND_PERSON = { email: '', name: '', roles: [{ account: '*', role: 'finance' }] } as const;

/** First steps after adding a real account. All are listed; the next one is open, and each can be skipped. */
export function FirstDayView() {
  const t = useTranslations('first-day');
  const { steps, account, reading, failed } = useSteps();
  const save = useSavePreferences();
  const skip = (ids: readonly FirstDayStep[]) => void save({ firstDay: [...ids] });
  const { form, sent, close } = useInvite({ first: SECOND_PERSON, proof: 'dialog', stored: false });
  const count = (state: State) => steps.filter((step) => step.state === state).length;
  const remaining = count('open') + count('later');
  const open = steps.find(({ state }) => state === 'open');
  const doctor = steps.find(({ id }) => id === 'doctor');
  // The doctor's report stays visible after its step.
  const showsDoctor = doctor !== undefined && account !== undefined && doctor.state !== 'later';
  return (
    <PageFrame>
      <PageHead title={t('title')}>
        {(reading || remaining > 0) && (
          <Button variant="quiet" disabled={reading} onClick={() => skip(FIRST_DAY)}>
            {t('skipAll')}
          </Button>
        )}
      </PageHead>
      <SettingsTabs />
      <Page className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-4 @min-[56rem]:grid-cols-[minmax(16rem,20rem)_minmax(0,1fr)]">
        {failed.length > 0 && (
          <div className="grid grid-cols-1 content-start gap-4">
            {failed.map((read) => (
              <ErrorCard key={read.name} error={read.error} onRetry={() => void read.refetch()} />
            ))}
          </div>
        )}
        {reading && failed.length === 0 && <PanelSkeleton title={t('heading')} />}
        {!reading && (
          <Panel
            title={t('heading')}
            note={t('count', { done: count('done'), skipped: count('skipped'), left: remaining })}
            footer={t(remaining === 0 ? 'over' : 'stays')}
            padded={false}
          >
            <ol>
              {steps.map((step) => (
                <Step key={step.id} {...step} />
              ))}
            </ol>
          </Panel>
        )}
        <div className="grid grid-cols-1 content-start gap-4">
          {!reading && remaining === 0 && (
            <p className="flex flex-wrap gap-2">
              <LinkButton href="/" variant="main">
                {t('enter')}
              </LinkButton>
              <Button onClick={() => skip(FIRST_DAY)}>{t('remove')}</Button>
            </p>
          )}
          {/* The new invitation's link is outside its step, which disappears once a second person exists. */}
          {sent !== null && (
            <Panel title={t('team.made')}>
              <LinkOnce of="invitation" name={sent.email} link={sent.link} onClose={close} />
            </Panel>
          )}
          {!reading && open?.id === 'team' && (
            <InviteStep step={open} account={account} form={form} onSkip={() => skip(['team'])} />
          )}
          {!reading && open && open.id !== 'team' && !(showsDoctor && open.id === 'doctor') && (
            <LinkStep step={open} onSkip={() => skip([open.id])} />
          )}
          {showsDoctor && <DoctorPanel step={doctor} account={account} onSkip={() => skip(['doctor'])} />}
          {!reading && (
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-4">
              {steps
                .filter(({ state }) => state === 'later')
                .map((step) =>
                  step.id === 'team' ? (
                    <InviteStep key={step.id} step={step} account={account} form={form} />
                  ) : (
                    <LinkStep key={step.id} step={step} />
                  ),
                )}
            </div>
          )}
        </div>
      </Page>
    </PageFrame>
  );
}

const NUMBER =
  'inline-grid size-6 place-content-center rounded-full border border-line-control text-xs/4.5 group-aria-[current]:border-ink group-aria-[current]:bg-ink group-aria-[current]:text-ink-inverse group-data-[state=done]:border-accent group-data-[state=done]:bg-accent group-data-[state=done]:text-ink-inverse group-data-[state=skipped]:border-dashed';

function Step({ id, state, note, href, number }: StepOf) {
  const t = useTranslations('first-day');
  return (
    <li
      className="group grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border-line px-panel py-3 not-last:border-b aria-[current]:bg-raised"
      data-state={state}
      aria-current={state === 'open' ? 'step' : undefined}
    >
      <span className={NUMBER}>{state === 'done' ? <Icon name="tick" size="s" /> : number}</span>
      <div className="min-w-0">
        <b>{t(`${id}.title`)}</b>
        <p className="text-xs text-ink-3">
          {state === 'skipped' ? t('skipped', { why: t(`${id}.without`) }) : note}
        </p>
      </div>
      {state === 'skipped' && (
        <LinkButton href={href} size="sm" className="col-start-2 justify-self-start">
          {t(`${id}.go`)}
        </LinkButton>
      )}
    </li>
  );
}

type LinkProps = {
  step: StepOf;
  /** Present only when this is the current step; the others can be done now too. */
  onSkip?: () => void;
};

/** A step done on another page: its purpose, and a link to that page. */
function LinkStep({ step: { id, number, href }, onSkip }: LinkProps) {
  const t = useTranslations('first-day');
  const isCurrent = onSkip !== undefined;
  const go = (
    <LinkButton href={href} variant={isCurrent ? 'main' : 'plain'}>
      {t(`${id}.go`)}
    </LinkButton>
  );
  return (
    <Panel
      title={t('numbered', { number, title: t(`${id}.title`) })}
      action={!isCurrent && t('later')}
      local={!isCurrent}
      footer={
        isCurrent && (
          <>
            <span className="flex-1" />
            <Button onClick={onSkip}>{t('skip')}</Button>
            {go}
          </>
        )
      }
    >
      <p>{t(`${id}.description`)}</p>
      {!isCurrent && <p className="mt-3">{go}</p>}
    </Panel>
  );
}

type DoctorProps = { step: StepOf; account: Connection; onSkip: () => void };

/** The doctor's report on the first account. The doctor runs when its step is the current one. */
function DoctorPanel({ step: { number, state, href }, account, onSkip }: DoctorProps) {
  const t = useTranslations('first-day');
  const open = state === 'open';
  const doctor = useDoctor(account.id, { runAtOnce: open });
  if (!open && doctor.report === null) return null;
  return (
    <Panel
      title={t('numbered', { number, title: t('doctor.title') })}
      note={account.name}
      action={<Link href={href}>{t('doctor.whole')}</Link>}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{t('doctor.goesOn')}</span>
          {open && <Button onClick={onSkip}>{t('skip')}</Button>}
          <DoctorAgain doctor={doctor} main={open} />
        </>
      }
    >
      <DoctorResult doctor={doctor} />
    </Panel>
  );
}

type InviteProps = {
  step: StepOf;
  account: Connection | undefined;
  form: Invite['form'];
  /** Present only when this is the current step. */
  onSkip?: () => void;
};

/** Invites the second person on this page, with a role on all accounts. */
function InviteStep({ step: { number }, account, form, onSkip }: InviteProps) {
  const t = useTranslations('first-day');
  const roles = useTranslations('shell.roles');
  const above = account?.settings.approvalAbove;
  const { value, onChange } = form.at('roles');
  return (
    <Panel
      title={t('numbered', { number, title: t('team.title') })}
      action={onSkip ? <Button onClick={onSkip}>{t('skip')}</Button> : t('later')}
      local={onSkip === undefined}
    >
      <form
        noValidate
        className="grid min-w-0 grid-cols-1 gap-3"
        aria-label={t('team.title')}
        onSubmit={(event) => {
          event.preventDefault();
          const submitted = event.currentTarget;
          void form.submit().then(() => focusFirstInvalid(submitted));
        }}
      >
        <p>
          {typeof above === 'number'
            ? t.rich('team.descriptionAbove', { amount: () => <b>{formatBrl(above)}</b> })
            : t('team.description')}
        </p>
        <div className="flex flex-wrap items-end gap-3 [&>:first-child]:flex-[1_1_10rem]">
          <PlainField
            {...form.at('email')}
            label={t('team.email')}
            type="email"
            inputMode="email"
            maxLength={200}
          />
          <SelectField
            label={t('team.role')}
            value={value[0]?.role ?? ''}
            onChange={(role) => onChange([{ account: '*', role: role as Role }])}
          >
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {roles(role)}
              </option>
            ))}
          </SelectField>
          <Button
            type="submit"
            variant={onSkip ? 'main' : 'plain'}
            aria-busy={form.busy || undefined}
            aria-disabled={form.locked || undefined}
          >
            {t('team.go')}
          </Button>
        </div>
        <p className="text-xs text-ink-3">{t('team.scope')}</p>
        {!form.shownAtFields && <Refusal error={form.error} />}
      </form>
    </Panel>
  );
}

type State = 'done' | 'skipped' | 'open' | 'later';
type StepOf = { id: FirstDayStep; number: number; state: State; note: ReactNode; href: string };

/** Reads each step's state from its source; Guichê stores only skips. An unread step is not called undone. */
function useSteps() {
  const t = useTranslations('first-day');
  const { session, account: page } = useSession();
  const { firstDay } = session.preferences;
  const settings = useQuery(settingsOptions(page.slug));
  const connections = useQuery(connectionsOptions());
  const profile = useQuery(profileOptions());
  const passkeys = useQuery(passkeysOptions());
  const team = useQuery(teamOptions());
  const unread = Object.entries({ settings, connections, profile, passkeys, team })
    .filter(([, { data }]) => data === undefined)
    .map(([name, { error, refetch }]) => ({ name, error, refetch }));
  const channels = settings.data?.channels ?? [];
  const accounts = connections.data?.items ?? [];
  const account = accounts.find(({ simulator }) => !simulator);
  const report = useQuery({ ...doctorOptions(account?.id ?? ''), enabled: account !== undefined }).data;
  const signIn = profile.data?.signIn;
  const keys = passkeys.data ?? [];
  const people = team.data?.items.filter(({ ready }) => !ready) ?? [];
  const alone = people.length === 1 && people[0]?.id === session.operator.id;
  const failing = report?.checks.filter(({ state }) => state === 'fails').length ?? 0;
  const doctor = account ? doctorPath(account.slug) : '/settings/accounts';
  const found: Record<FirstDayStep, { done: boolean; note: ReactNode; href: string }> = {
    account: {
      done: account !== undefined,
      note: account?.name ?? t('account.hint'),
      href: '/settings/accounts?open=new',
    },
    doctor: {
      done: Boolean(report) && failing === 0,
      note: report ? t('doctor.found', { failing }) : t('doctor.hint'),
      href: doctor,
    },
    factor: {
      done: Boolean(signIn?.totp) || keys.length > 0,
      note: t('factor.hint'),
      href: '/settings/profile',
    },
    team: {
      done: people.length > 1,
      note: t(alone ? 'team.alone' : 'team.hint'),
      href: '/settings/team?open=invite',
    },
    channels: {
      done: channels.some(({ kind, ready }) => kind !== 'inbox' && ready),
      note: t('channels.hint'),
      href: '/settings/channels',
    },
  };
  const stateOf = (id: FirstDayStep): State =>
    found[id].done ? 'done' : firstDay.includes(id) ? 'skipped' : 'later';
  const open = FIRST_DAY.find((id) => stateOf(id) === 'later');
  const steps = FIRST_DAY.map(
    (id, at): StepOf => ({
      id,
      number: at + 1,
      note: found[id].note,
      href: found[id].href,
      state: id === open ? 'open' : stateOf(id),
    }),
  );
  const failed = unread.filter(({ error }) => error !== null);
  return { steps, account, reading: unread.length > 0, failed };
}
