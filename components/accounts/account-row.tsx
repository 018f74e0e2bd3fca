import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { EnvTag } from '#components/ui/badge.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { scopesByHand } from '#lib/accounts/rules.ts';
import { certificateState, certificateTerm } from '#lib/card/certificate-term.ts';
import { allConnections, type Connection } from '#lib/connections/queries.ts';
import { formatInstant, type Locale, relativeAge } from '#lib/core/dates.ts';
import { type DrawerRoute, Refusal, useAccountChange, useFieldErrorLabels } from './account-change.tsx';
import { removeAccountForm } from './account-forms.ts';

type Props = { account: Connection; all: readonly Connection[]; route: DrawerRoute };

export function AccountRow({ account, all, route }: Props) {
  const t = useTranslations('accounts');
  return (
    <article
      className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-line border-b px-panel py-2.5 last:border-b-0 data-open:bg-selected data-open:shadow-[inset_3px_0_0_var(--accent)] @max-[44rem]/room:grid-cols-[minmax(0,1fr)_auto]"
      aria-label={account.name}
      data-open={(route.what !== null && route.of === account.slug) || undefined}
    >
      <div>
        <h3 className="text-md">
          <button
            type="button"
            className="text-left font-semibold text-ink hover:underline"
            onClick={() => route.show('doctor', account.slug)}
          >
            {account.name}
          </button>
        </h3>
        <p className="text-xs text-ink-3">
          {t(`kinds.${account.kind}`)}
          {account.simulator && `, ${t('simulator')}`} ·{' '}
          <EnvTag environment={account.environment}>{t(`environments.${account.environment}`)}</EnvTag> ·{' '}
          <span className="mono">/{account.slug}</span>
        </p>
        <AuditLink of="account" target={account.id} />
      </div>
      <div className="min-w-0 text-xs @max-[44rem]/room:col-span-full">
        <CredentialFacts account={account} />
      </div>
      <Health account={account} />
      <AccountMenu account={account} all={all} route={route} />
      <Capabilities account={account} />
    </article>
  );
}

function CredentialFacts({ account }: { account: Connection }) {
  const t = useTranslations('accounts');
  const locale = useLocale() as Locale;
  const { credential, origin, configured, createdAt, kind } = account;
  const now = useNow(60_000, createdAt);
  const word = kind === 'pix' ? 'token' : credential.auth === 'svc' ? 'service' : 'client';
  const mark = credential.clientId ?? (credential.lastFour === null ? null : `…${credential.lastFour}`);
  if (!configured) return <p className="text-danger-ink">{t('credential.unconfigured')}</p>;
  if (!credential.readable) return <p className="text-danger-ink">{t('credential.unreadable')}</p>;
  return (
    <>
      <p>
        {t(`credential.${word}`)} {mark !== null && <span className="mono break-all">{mark}</span>}
      </p>
      {kind === 'card' && <OwnCertificate certificate={credential.certificate} />}
      <p className="text-ink-3">{t(`origin.${origin}`, { age: relativeAge(locale, createdAt, now) })}</p>
    </>
  );
}

function OwnCertificate({ certificate }: { certificate: Connection['credential']['certificate'] }) {
  const t = useTranslations('accounts.credential');
  const locale = useLocale() as Locale;
  if (certificate === null) return <p>{t('noCertificate')}</p>;
  if (certificate.validTo === null) return <p className="text-danger-ink">{t('certificateUnread')}</p>;
  return (
    <p>
      {t('certificate', { day: formatInstant(locale, certificate.validTo, 'long-day') })}{' '}
      <span className="mono">…{certificate.fingerprint}</span>
    </p>
  );
}

const STATES: Record<Connection['health']['state'], StatusKind> = {
  unknown: 'unknown',
  ok: 'ok',
  degraded: 'warn',
  down: 'danger',
};

function Health({ account: { health, credential } }: { account: Connection }) {
  const t = useTranslations('accounts.health');
  const locale = useLocale() as Locale;
  const now = useNow(10_000, health.lastSuccessAt);
  const own = credential.certificate;
  const term = own === null ? null : certificateTerm(own, now);
  const ends = term !== null && certificateState(term) !== 'good' ? term.validTo : null;
  const days = ends === null ? null : (term?.daysLeft ?? null);
  const readOnly = health.blockedBy === 'PZA206';
  return (
    <div className="grid justify-items-end text-right @max-[44rem]/room:col-span-full @max-[44rem]/room:justify-items-start @max-[44rem]/room:text-left">
      {days !== null ? (
        <Status kind={days < 0 ? 'danger' : 'warn'}>
          {days < 0 ? t('expired') : t('expires', { days })}
        </Status>
      ) : health.blockedBy === null ? (
        <Status kind={STATES[health.state]}>{t(health.state)}</Status>
      ) : (
        <Status kind={readOnly ? 'warn' : 'danger'}>{t(readOnly ? 'readOnly' : 'refused')}</Status>
      )}
      {health.blockedBy !== null && <p className="mono text-xs text-ink-3">{health.blockedBy}</p>}
      <p className="text-xs text-ink-3">
        {health.lastSuccessAt !== null &&
          t('answered', {
            age: relativeAge(locale, health.lastSuccessAt, now),
            ms: Math.round(health.latencyMs ?? 0),
          })}
      </p>
      {health.pauses > 0 && <p className="text-xs text-ink-3">{t('pauses', { count: health.pauses })}</p>}
      {health.sourceIp !== null && <p className="text-xs">{t('source', { ip: health.sourceIp })}</p>}
      {ends !== null && <Instant at={ends} variant="minute" className="text-xs text-ink-3" />}
    </div>
  );
}

const SHOWN = [
  ...(['transactions', 'charges', 'withdrawals', 'transfers', 'refunds', 'disputes', 'defenses'] as const),
  ...(['webhooks', 'deliveries', 'resends', 'reports', 'statement', 'pix-keys', 'card-charges'] as const),
  ...(['recurrences', 'exchange-rates', 'simulator'] as const),
];

function Capabilities({ account: { kind, capabilities, missingScopes } }: { account: Connection }) {
  const t = useTranslations('accounts');
  const shown = SHOWN.filter(
    (name) => capabilities.includes(name) && !(name === 'disputes' && capabilities.includes('defenses')),
  );
  const byHand = scopesByHand(kind, missingScopes);
  return (
    <p className="col-span-full text-xs text-ink-3">
      {shown.map((name) => t(`capabilities.${name}`)).join(' · ')}
      {missingScopes.length > 0 && (
        <span className="text-warn-ink"> · {t('scopesMissing', { scopes: missingScopes.join(', ') })}</span>
      )}
      {byHand.length > 0 && <> ({t('scopesByHand', { scopes: byHand.join(', ') })})</>}
    </p>
  );
}

function AccountMenu({ account, all, route }: Props) {
  const t = useTranslations('accounts.actions');
  const router = useRouter();
  const [removing, setRemoving] = useState(false);
  const order = useOperation('PUT /api/settings/accounts/order', {
    proof: 'dialog',
    stale: [allConnections],
    onDone: () => router.refresh(),
  });
  const label = t('open', { name: account.name });
  const ids = all.map(({ id }) => id);
  const at = ids.indexOf(account.id);
  const task = (id: 'doctor' | 'edit' | 'credential', icon: IconName): MenuItem => ({
    kind: 'item',
    id,
    label: t(id),
    icon,
    onSelect: () => route.show(id, account.slug),
  });
  const move = (id: 'up' | 'down', to: number): MenuItem => ({
    kind: 'item',
    id,
    label: t(id),
    icon: id,
    disabled: to < 0 || to >= all.length || order.busy,
    onSelect: () => void order.submit({ ids: ids.with(at, ids[to] ?? '').with(to, ids[at] ?? '') }),
  });
  const items: MenuItem[] = [
    task('doctor', 'search'),
    task('edit', 'gear'),
    task('credential', 'key'),
    { kind: 'rule', id: 'rule-order' },
    move('up', at - 1),
    move('down', at + 1),
  ];
  if (account.origin === 'settings' || !account.configured)
    items.push(
      { kind: 'rule', id: 'rule-remove' },
      { kind: 'item', id: 'remove', label: t('remove'), icon: 'x', onSelect: () => setRemoving(true) },
    );
  return (
    <>
      <div className="@max-[44rem]/room:col-start-2 @max-[44rem]/room:row-start-1">
        <Menu label={label} trigger={<IconButton icon="more" label={label} />} items={items} align="end" />
        {removing && <RemoveDialog account={account} onClose={() => setRemoving(false)} />}
      </div>
      {Boolean(order.error) && (
        <div className="col-span-full">
          <Refusal error={order.error} />
        </div>
      )}
    </>
  );
}

type RemoveProps = { account: Connection; onClose: () => void };

/** Removing an account requires typing its slug. */
function RemoveDialog({ account: { id, name, slug }, onClose }: RemoveProps) {
  const t = useTranslations('accounts.remove');
  const { finish, stale } = useAccountChange(onClose);
  const form = useOperationForm('DELETE /api/settings/accounts/{id}', removeAccountForm, {
    params: { id },
    facts: null,
    stored: false,
    errorText: useFieldErrorLabels(),
    stale,
    onDone: () => finish(t('removed', { name })),
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('title', { name })}
      refused={!form.shownAtFields && <Refusal error={form.error} />}
      danger
      fieldsFirst
    >
      <p>{t('description')}</p>
      <OperationFields form={form} labels={{ slug: { label: t('type', { slug }), focus: true } }} />
    </OperationForm>
  );
}
