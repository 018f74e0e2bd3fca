import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { doctorPath } from '#components/app-shell/nav.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { connectionsOptions, doctorOptions } from '#lib/connections/queries.ts';
import { settingsOptions } from '#lib/notifications/queries.ts';
import { passkeysOptions, profileOptions } from '#lib/profile/queries.ts';
import { FIRST_DAY, type FirstDayStep } from '#lib/session/first-day.ts';
import { teamOptions } from '#lib/team/queries.ts';

export type State = 'done' | 'skipped' | 'open' | 'later';
export type StepOf = { id: FirstDayStep; number: number; state: State; note: ReactNode; href: string };

/** Reads each step's state from its source; Guichê stores only skips. An unread step is not called undone. */
export function useSteps() {
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
