import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList, ListLine } from '#components/ui/list-line.tsx';
import { focusOnMount } from '#components/ui/plain-field.tsx';
import { ShownOnce } from '#components/ui/secret-field.tsx';
import { Status } from '#components/ui/status.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { allTeam, type Link, type Person, personFactorsOptions } from '#lib/team/queries.ts';

const ACTIONS = {
  renew: ['POST /api/settings/team/{id}/invitation', undefined],
  reset: ['POST /api/settings/team/{id}/reset', undefined],
  signOut: ['POST /api/settings/team/{id}/sign-out', undefined],
  disable: ['PATCH /api/settings/team/{id}', { state: 'disabled' }],
  enable: ['PATCH /api/settings/team/{id}', { state: 'active' }],
} as const;
export type PersonActionName = keyof typeof ACTIONS;

type Props = { action: PersonActionName; person: Person; onClose: () => void };

/** A refused change of the team: one sentence for a known conflict, otherwise the whole problem. */
export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('team.refused');
  if (!error) return null;
  const conflict = conflictOf(error);
  if (conflict === null) return <ErrorCard error={error} />;
  return <Callout tone="danger" title={t(conflict)} role="alert" />;
}

function conflictOf(error: unknown): 'last' | 'ready' | 'already' | 'moved' | null {
  if (!(error instanceof CallError)) return null;
  const { code, existing } = error.problem;
  if (code === 'already_done') return 'already';
  if (code !== 'conflict') return null;
  const { lastAdministrator = false, ready = false } = (existing ?? {}) as Record<string, boolean>;
  return lastAdministrator ? 'last' : ready ? 'ready' : 'moved';
}

/** Confirms a change of one person, and shows the link it creates. */
export function PersonAction({ action, person, onClose }: Props) {
  const t = useTranslations('team.personActions');
  const toast = useToast();
  const [link, setLink] = useState<Link | null>(null);
  const [endpoint, body] = ACTIONS[action];
  const { id, name, openSessions } = person;
  const act = useOperation(endpoint, {
    params: { id },
    stale: [allTeam],
    onDone(answer) {
      if ('url' in answer) return setLink(answer);
      toast('ended' in answer ? t('signOut.done', { count: answer.ended }) : t(`${action as 'enable'}.done`));
      return onClose();
    },
  });
  return (
    <OperationForm
      form={act}
      onSubmit={() => act.submit(body as undefined)}
      onClose={onClose}
      title={t(`${action}.title`, { name })}
      confirm={t(`${action}.confirm`)}
      danger={action === 'disable'}
      refused={act.error !== null && <Refusal error={act.error} />}
      instead={
        link && (
          <LinkOnce
            of={action === 'reset' ? action : 'invitation'}
            name={name}
            link={link}
            onClose={onClose}
          />
        )
      }
    >
      <p>{t(`${action}.description`, { count: openSessions })}</p>
    </OperationForm>
  );
}

type LinkProps = { of: 'invitation' | 'reset'; name: string; link: Link; onClose: () => void };

/** Shows a link once. It cannot be shown again, only replaced by a new one. */
export function LinkOnce({ of, name, link, onClose }: LinkProps) {
  const t = useTranslations('team.link');
  return (
    <div className="grid gap-3">
      <p role="status">{t(`${of}Description`, { name })}</p>
      <ShownOnce
        label={t(of)}
        badge={t('once')}
        actions={<CopyButton value={link.url}>{t('copy')}</CopyButton>}
      >
        <output>{link.url}</output>
      </ShownOnce>
      <p className="text-xs text-ink-3">
        {t.rich('until', { until: () => <Instant at={link.expiresAt} variant="minute" /> })}{' '}
        {link.mailed && t('mailed')}
      </p>
      <div>
        {/* The button that requested the link is gone, and the focus with it. */}
        <Button variant="main" ref={focusOnMount} onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

/** The person's second factors. Single sign-on has its own. */
export function FactorState({ person }: { person: Pick<Person, 'secondFactor' | 'signOn' | 'state'> }) {
  const t = useTranslations('team.factors');
  const { secondFactor, signOn, state } = person;
  if (state === 'invited')
    return (
      <Status kind="idle" calm>
        {t('later')}
      </Status>
    );
  if (signOn === 'oidc') return <Status kind="ok">{t('oidc')}</Status>;
  if (secondFactor === 'none') return <Status kind="warn">{t('none')}</Status>;
  return (
    <Status kind="ok" calm>
      {secondFactor.map((factor) => t(factor)).join(', ')}
    </Status>
  );
}

export function PersonFactors({ person }: { person: Person }) {
  const t = useTranslations('team.proofs');
  const { id, secondFactor, state } = person;
  const has = secondFactor !== 'none' && state !== 'invited';
  const query = useQuery({ ...personFactorsOptions(id), enabled: has });
  return (
    <>
      <FactorState person={person} />
      {has && (
        <QueryBody query={query}>
          {(data) => (
            <LineList>
              {data.keys.map(({ name, createdAt, lastUsedAt }) => (
                <ListLine key={createdAt} icon="finger" name={name} note={t('key')}>
                  <LastUse at={lastUsedAt} />
                </ListLine>
              ))}
              {data.totp && (
                <ListLine
                  icon="phone"
                  name={t('app')}
                  note={
                    data.totp.confirmedAt !== null &&
                    t.rich('since', { at: () => <Instant at={data.totp?.confirmedAt} variant="minute" /> })
                  }
                >
                  <LastUse at={data.totp.lastUsedAt} />
                </ListLine>
              )}
              <ListLine
                icon="file"
                name={t('codes')}
                note={data.recoveryCodes.made === 0 ? t('noCodes') : t('codesLeft', data.recoveryCodes)}
              >
                {data.recoveryCodes.left <= 2 && <Icon name="triangle" tone="warn" />}
              </ListLine>
            </LineList>
          )}
        </QueryBody>
      )}
    </>
  );
}

function LastUse({ at }: { at: string | null }) {
  const t = useTranslations('team.proofs');
  if (at === null) return t('neverUsed');
  return t.rich('used', { at: () => <Instant key="at" at={at} variant="minute" /> });
}
