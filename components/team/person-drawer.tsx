import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { LatestActions } from '#components/audit-log/audit-cell.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList } from '#components/ui/list-line.tsx';
import { SessionLine } from '#components/ui/session-line.tsx';
import { Status } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { allTeam, type Person, personSessionsOptions, type Team } from '#lib/team/queries.ts';
import { PersonAction, type PersonActionName, PersonFactors } from './person-action.tsx';
import { useApproves, useRolesByAccount } from './team-forms.ts';

type Props = {
  person: Person;
  team: Team;
  onShow: (id: string) => void;
  onEdit: () => void;
  onClose: () => void;
};

export function PersonDrawer({ person, team, onShow, onEdit, onClose }: Props) {
  const t = useTranslations('team');
  const byAccount = useRolesByAccount(team.accounts)(person);
  const [action, setAction] = useState<PersonActionName | null>(null);
  const { id, name, ready, state, signOn } = person;
  const at = team.items.findIndex((one) => one.id === id);
  const related = { up: team.items[at - 1], down: team.items[at + 1] };
  // An invited person can get a new invitation, an active one a link to reset the password.
  const link = state === 'invited' ? 'renew' : state === 'active' && signOn === 'password' ? 'reset' : null;
  const change = state === 'disabled' ? 'enable' : 'disable';
  return (
    <Drawer
      label={name}
      title={name}
      onClose={onClose}
      focusOnOpen
      tools={(['up', 'down'] as const).map((direction) => (
        <IconButton
          key={direction}
          icon={direction}
          label={t(`drawer.${direction}`)}
          disabled={related[direction] === undefined}
          onClick={() => onShow(related[direction]?.id ?? '')}
        />
      ))}
      footer={
        !ready && (
          <>
            {link !== null && <Button onClick={() => setAction(link)}>{t(`drawer.${link}`)}</Button>}
            <span className="flex-1" />
            <Button variant={change === 'disable' ? 'danger' : 'plain'} onClick={() => setAction(change)}>
              {t(`drawer.${change}`)}
            </Button>
          </>
        )
      }
    >
      <About person={person} accounts={team.accounts} />
      <DetailPart
        title={t('drawer.roles')}
        action={
          !ready && (
            <Button size="sm" onClick={onEdit}>
              {t('drawer.edit')}
            </Button>
          )
        }
      >
        {byAccount.length === 0 ? (
          <p className="text-warn-ink">{t('noRole')}</p>
        ) : (
          <Facts of={byAccount.map((one) => ({ key: one.account, label: one.name, value: one.roles }))} />
        )}
      </DetailPart>
      <DetailPart title={t('drawer.factor')}>
        <PersonFactors person={person} />
      </DetailPart>
      <PersonSessions person={person} onEndAll={() => setAction('signOut')} />
      <DetailPart title={t('drawer.actions')}>
        <LatestActions operator={id} />
        <p className="text-xs">
          <Link href={`/settings/audit?operator=${encodeURIComponent(id)}`}>{t('drawer.byThem')}</Link>
        </p>
        <AuditLink of="operator" target={id} />
      </DetailPart>
      {action !== null && <PersonAction action={action} person={person} onClose={() => setAction(null)} />}
    </Drawer>
  );
}

function About({ person, accounts }: { person: Person; accounts: Team['accounts'] }) {
  const t = useTranslations('team.drawer');
  const approves = useApproves(accounts)(person);
  const { email, ready, state, invitedAt, invitedBy, linkUntil, lastSeenAt, signOn } = person;
  return (
    <DetailPart title={t('about')} quiet>
      <Facts
        of={[
          { label: t('email'), value: email },
          {
            label: t('state'),
            value: (
              <Status kind={state === 'active' ? 'ok' : state === 'invited' ? 'idle' : 'cancelled'} calm>
                {t(`states.${state}`)}
              </Status>
            ),
          },
          {
            label: t('since'),
            value:
              invitedAt !== null &&
              t.rich('invited', {
                by: invitedBy ?? t('terminal'),
                at: () => <Instant at={invitedAt} variant="minute" />,
              }),
          },
          { label: t('link'), at: linkUntil, variant: 'minute' },
          { label: t('seen'), at: lastSeenAt, variant: 'minute' },
          { label: t('approves'), value: approves },
          { label: t('signOn'), value: state !== 'invited' && t(`signInMethods.${signOn}`) },
        ]}
      />
      {ready && <p className="mt-2 text-xs text-ink-3">{t('ready')}</p>}
    </DetailPart>
  );
}

/** The person's sessions. One can be ended here; `onEndAll` opens the dialog that ends all. */
function PersonSessions({ person, onEndAll }: { person: Person; onEndAll: () => void }) {
  const t = useTranslations('team.drawer');
  const toast = useToast();
  const { id, ready, openSessions } = person;
  const query = useQuery(personSessionsOptions(id));
  const end = useOperation('DELETE /api/settings/team/{id}/sessions/{session}', {
    proof: 'dialog',
    stale: [allTeam],
    onDone: () => toast(t('ended')),
  });
  const count = query.data?.length ?? openSessions;
  return (
    <DetailPart
      title={t('sessions')}
      action={
        !ready &&
        count > 0 && (
          <Button size="sm" onClick={onEndAll}>
            {t('signOut')}
          </Button>
        )
      }
    >
      <p>{t('open', { count })}</p>
      <QueryBody query={query} />
      {end.error !== null && <ErrorCard error={end.error} />}
      <LineList>
        {query.data?.map((session) => (
          <SessionLine
            key={session.id}
            of={session}
            busy={end.busy}
            onEnd={ready ? undefined : () => void end.submit(undefined, { id, session: session.id })}
          />
        ))}
      </LineList>
    </DetailPart>
  );
}
