'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSavePreferences } from '#components/app-shell/preferences.ts';
import { SettingsTabs } from '#components/app-shell/settings-tabs.tsx';
import { DoctorAgain, DoctorResult, useDoctor } from '#components/doctor/doctor-result.tsx';
import type { Invited } from '#components/team/team-forms.ts';
import { type Invite, useInvite } from '#components/team/use-invite.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import type { Connection } from '#lib/connections/queries.ts';
import { FIRST_DAY, type FirstDayStep } from '#lib/session/first-day.ts';
import { InvitationSent, InviteStep } from './invite-step.tsx';
import { type State, type StepOf, useSteps } from './use-steps.ts';

/** The second person gets a role that may approve, which is the purpose of the step. */
const SECOND_PERSON: Invited = { email: '', name: '', roles: [{ account: '*', role: 'finance' }] };

/** First steps after adding a real account. All are listed; the next one is open, and each can be skipped. */
export function FirstDayView() {
  const t = useTranslations('first-day');
  const { steps, account, reading, failed } = useSteps();
  const skip = useSkip();
  const invite = useInvite({ first: SECOND_PERSON, proof: 'dialog', kept: false });
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
          <InvitationSent invite={invite} />
          {!reading && open?.id === 'team' && (
            <InviteStep step={open} account={account} invite={invite} onSkip={() => skip(['team'])} />
          )}
          {!reading && open && open.id !== 'team' && !(showsDoctor && open.id === 'doctor') && (
            <OpenStep {...open} onSkip={() => skip([open.id])} />
          )}
          {showsDoctor && <DoctorPanel step={doctor} account={account} onSkip={() => skip(['doctor'])} />}
          {!reading && (
            <LaterSteps
              steps={steps.filter(({ state }) => state === 'later')}
              account={account}
              invite={invite}
            />
          )}
        </div>
      </Page>
    </PageFrame>
  );
}

function useSkip(): (ids: readonly FirstDayStep[]) => void {
  const save = useSavePreferences();
  return (ids) => void save({ firstDay: [...ids] });
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

/** The current step: its purpose, a link to do it, and a button to skip it. */
function OpenStep({ id, number, href, onSkip }: StepOf & { onSkip: () => void }) {
  const t = useTranslations('first-day');
  return (
    <Panel
      title={t('numbered', { number, title: t(`${id}.title`) })}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onSkip}>{t('skip')}</Button>
          <LinkButton href={href} variant="main">
            {t(`${id}.go`)}
          </LinkButton>
        </>
      }
    >
      <p>{t(`${id}.description`)}</p>
    </Panel>
  );
}

type LaterProps = { steps: readonly StepOf[]; account: Connection | undefined; invite: Invite };

/** The following steps, which can be done now too. */
function LaterSteps({ steps, account, invite }: LaterProps) {
  const t = useTranslations('first-day');
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] items-start gap-4">
      {steps.map((step) =>
        step.id === 'team' ? (
          <InviteStep key={step.id} step={step} account={account} invite={invite} />
        ) : (
          <Panel
            key={step.id}
            title={t('numbered', { number: step.number, title: t(`${step.id}.title`) })}
            action={t('later')}
            local
          >
            <p>{t(`${step.id}.description`)}</p>
            <p className="mt-3">
              <LinkButton href={step.href}>{t(`${step.id}.go`)}</LinkButton>
            </p>
          </Panel>
        ),
      )}
    </div>
  );
}

type Props = { step: StepOf; account: Connection; onSkip: () => void };

/** The doctor's report on the first account. The doctor runs when its step is the current one. */
function DoctorPanel({ step: { number, state, href }, account, onSkip }: Props) {
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
