import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { type EndpointKey, useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LineList, ListLine } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { allProfile, type Passkey, type Profile, passkeysOptions } from '#lib/profile/queries.ts';
import { RecoveryCodes, useNewPasskey } from './factor-steps.tsx';

type Props = { signIn: Profile['signIn']; adding: boolean; onAddApp: () => void };
type Going = { what: 'app' } | { what: 'passkey'; id: string; name: string };

export function FactorsPanel({ signIn, adding, onAddApp }: Props) {
  const t = useTranslations('profile.factors');
  const passkeys = useQuery(passkeysOptions());
  const created = useNewPasskey();
  const [going, setGoing] = useState<Going | null>(null);
  const { totp, recoveryCodes, required } = signIn;
  const keys = passkeys.data ?? [];
  const active = totp !== null || keys.length > 0;
  // Without the list of passkeys "no second factor" is unknown.
  const unread = !active && passkeys.data === undefined && passkeys.error !== null;
  return (
    <Panel
      title={t('heading')}
      note={
        !unread && (
          <Status kind={active ? 'ok' : required ? 'danger' : 'warn'}>
            {t(active ? (required ? 'required' : 'active') : 'none')}
          </Status>
        )
      }
    >
      <QueryBody query={passkeys} />
      <LineList>
        {keys.map((key) => (
          <PasskeyLine key={key.id} of={key} onRemove={() => setGoing({ what: 'passkey', ...key })} />
        ))}
        <ListLine icon="phone" name={t('app')} note={t(adding ? 'appComing' : totp ? 'appOn' : 'appOff')}>
          {totp && (
            <>
              <Instant at={totp.lastUsedAt ?? totp.confirmedAt} variant="minute" />
              <Button size="sm" variant="quiet" onClick={() => setGoing({ what: 'app' })}>
                {t('remove')}
              </Button>
            </>
          )}
          {!totp && !adding && (
            <Button size="sm" icon="plus" onClick={onAddApp}>
              {t('addApp')}
            </Button>
          )}
        </ListLine>
        {active && <CodesLine {...recoveryCodes} />}
      </LineList>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button icon="finger" aria-busy={created.busy} onClick={() => void created.create()}>
          {t('addPasskey')}
        </Button>
        <span className="text-xs text-ink-3" role="status">
          {created.closed && t('closed')}
          {created.passkey && t('made', { name: created.passkey.name })}
        </span>
      </div>
      {Boolean(created.error) && <ErrorCard error={created.error} />}
      {going !== null && <RemoveDialog going={going} onClose={() => setGoing(null)} />}
    </Panel>
  );
}

function PasskeyLine({ of, onRemove }: { of: Passkey; onRemove: () => void }) {
  const t = useTranslations('profile.factors');
  const note = (
    <>
      {t(of.synced ? 'synced' : 'passkey')} · {t('created')} <Instant at={of.createdAt} variant="minute" />
    </>
  );
  return (
    <ListLine icon="finger" name={of.name} note={note}>
      {of.lastUsedAt && <Instant at={of.lastUsedAt} variant="minute" />}
      <Button size="sm" variant="quiet" aria-label={t('removeNamed', { name: of.name })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </ListLine>
  );
}

function CodesLine({ made, left }: Profile['signIn']['recoveryCodes']) {
  const t = useTranslations('profile.factors');
  const { email } = useSession().session.operator;
  const [open, setOpen] = useState(false);
  const fresh = useOperation('POST /api/settings/profile/recovery-codes', { stale: [allProfile] });
  const close = () => setOpen(false);
  const codes = fresh.answer?.recoveryCodes;
  return (
    <ListLine icon="file" name={t('codes')} note={made === 0 ? t('noCodes') : t('codesLeft', { left, made })}>
      {left <= 2 && <Icon name="triangle" tone="warn" />}
      <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
        {t('newCodes')}
      </Button>
      {open &&
        (codes ? (
          <Dialog open title={t('newCodesTitle')} onClose={close}>
            <RecoveryCodes codes={codes} email={email} next={t('newCodesDone')} onStored={close} />
          </Dialog>
        ) : (
          <OperationForm
            form={fresh}
            onClose={close}
            title={t('newCodesTitle')}
            confirm={t('newCodesConfirm')}
          >
            <p>{t('newCodesDescription', { left })}</p>
          </OperationForm>
        ))}
    </ListLine>
  );
}

function RemoveDialog({ going, onClose }: { going: Going; onClose: () => void }) {
  const t = useTranslations('profile.factors');
  const app = going.what === 'app';
  const endpoint: EndpointKey = app
    ? 'DELETE /api/settings/profile/totp'
    : 'DELETE /api/settings/profile/passkeys/{id}';
  const form = useOperation(endpoint, {
    params: (app ? undefined : { id: going.id }) as never,
    stale: [allProfile],
    onDone: onClose,
  });
  const last = form.problem?.fields?.some(({ message }) => message === 'last') ?? false;
  return (
    <OperationForm
      form={form}
      onSubmit={() => form.submit(undefined as never)}
      onClose={onClose}
      title={app ? t('removeApp') : t('removeNamed', { name: going.name })}
      confirm={t('removeConfirm')}
      danger
      refused={last && <Callout tone="danger" role="alert" title={t('last')} />}
    >
      <p>{t(app ? 'removeAppDescription' : 'removeKeyDescription')}</p>
    </OperationForm>
  );
}
