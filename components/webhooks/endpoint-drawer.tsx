'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { healthOptions } from '#lib/deliveries/queries.ts';
import type { SecretFact, WebhookRow } from '#lib/webhooks/queries.ts';
import { isReserved } from '#lib/webhooks/rules.ts';
import {
  deliveriesPath,
  EndpointMenu,
  EndpointState,
  OwnershipPart,
  SecretAge,
  useConfirm,
} from './endpoint-parts.tsx';
import { useEventName } from './event-labels.ts';
import { isUnacknowledged, Part, SheetAbsent } from './sheet-parts.tsx';
import { ReceiverCode } from './snippet/receiver-code.tsx';
import { type OpenState, useAges, useEndpoint, useMay, type Webhooks } from './use-webhooks.ts';

type Props = { id: string; webhooks: Webhooks; state: OpenState };

/** One endpoint: state, facts, events, ownership, how to receive. The most needed action is filled. */
export function EndpointDrawer({ id, webhooks, state }: Props) {
  const t = useTranslations('webhooks');
  const eventName = useEventName();
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('drawer.title')} gone={row === null} onClose={state.close} />;
  const { checksOwnership = false, asOf = '' } = webhooks.list.data ?? {};
  const name = row.url ?? t('list.noUrl');
  return (
    <Drawer
      label={t('drawer.label', { url: name })}
      title={t('drawer.title')}
      onClose={state.close}
      focusOnOpen
      tools={<EndpointMenu row={row} name={name} state={state} />}
      footer={<Foot row={row} name={name} state={state} />}
    >
      <section>
        <p className="mono mb-2 font-semibold break-all whitespace-normal text-ink">{name}</p>
        <EndpointState row={row} />
        <p className="mt-2">
          <CopyId value={row.id} whole />
        </p>
        <AuditLink of="webhook" target={row.id} />
      </section>
      {row.open && (
        <section>
          <OperationState operationId={row.open.operationId} />
        </section>
      )}
      <EndpointFacts row={row} asOf={asOf} />
      {!webhooks.canRotate && (
        // Document 2 has no route to rotate secrets: shows the operator where to do it.
        <Part title={t('hub.rotation')}>
          <p>{t('hub.rotationDescription')}</p>
        </Part>
      )}
      {webhooks.hasDeliveries && <WeekPart row={row} />}
      <Part title={t('drawer.eventsTitle')}>
        {row.events.length === 0 ? (
          <p>{t('drawer.allEvents')}</p>
        ) : (
          <ul>
            {row.events.map((event) => (
              <li key={event} title={event}>
                {eventName(event)}{' '}
                {isReserved(event) && <span className="text-ink-3">· {t('drawer.reserved')}</span>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      {checksOwnership && (
        <Part title={t('ownership.title')}>
          <OwnershipPart row={row} />
        </Part>
      )}
      {!row.receiver && (
        <Part title={t('drawer.receive')}>
          <ReceiverCode />
        </Part>
      )}
    </Drawer>
  );
}

function WeekPart({ row }: { row: WebhookRow }) {
  const t = useTranslations('webhooks');
  const locale = useLocale() as Locale;
  const query = useQuery(healthOptions(useSession().account.slug, 'days'));
  const { data, error } = query;
  const bars = data?.webhooks?.find(({ id }) => id === row.id)?.bars ?? [];
  const days = bars.flatMap((bar, place) =>
    bar.delivered + bar.failed > 0 ? [{ ...bar, day: data?.at[place] ?? '' }] : [],
  );
  return (
    <Part title={t('drawer.weekTitle')}>
      <QueryBody query={query} />
      {error === null && data?.webhooks === undefined && <p className="text-ink-3">{t('card.noIndex')}</p>}
      {data?.webhooks !== undefined && days.length === 0 && <p className="text-ink-3">{t('card.none')}</p>}
      {days.length > 0 && (
        <Facts
          of={days.map(({ day, delivered, failed }) => ({
            key: day,
            label: formatInstant(locale, day, 'day'),
            value: (
              <>
                {t('drawer.delivered', { delivered })}
                {failed > 0 && ' · '}
                {failed > 0 && <b className="text-danger-ink">{t('drawer.failed', { failed })}</b>}
              </>
            ),
          }))}
        />
      )}
    </Part>
  );
}

function Foot({ row, name, state }: { row: WebhookRow; name: string; state: OpenState }) {
  const t = useTranslations('webhooks.actions');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  const { confirm, dialog } = useConfirm(row, name);
  const unacknowledged = isUnacknowledged(row.secret);
  const first = row.hasSecret === false && row.secret === null;
  const rotates = capabilities.includes('webhook-rotation');
  return (
    <>
      {may.webhook && (rotates || unacknowledged) && (
        <Button
          variant={unacknowledged || first ? 'main' : 'plain'}
          onClick={() => state.show({ what: rotates ? 'rotate' : 'started', id: row.id })}
        >
          {t(unacknowledged ? 'show' : first ? 'create' : 'rotate')}
        </Button>
      )}
      {may.webhook && row.url !== null && (
        <Button onClick={() => state.show({ what: 'test', id: row.id })}>{t('test')}</Button>
      )}
      {may.webhook && row.active === false && (
        <Button disabled={row.open !== null} onClick={() => confirm('resume')}>
          {t('resume')}
        </Button>
      )}
      <span className="flex-1" />
      {capabilities.includes('deliveries') && (
        <LinkButton variant="quiet" href={deliveriesPath(slug, row.id)}>
          {t('deliveries')}
        </LinkButton>
      )}
      {dialog}
    </>
  );
}

/** When the endpoint was registered, what is known of its secret, and its source. */
export function EndpointFacts({ row, asOf }: { row: WebhookRow; asOf: string }) {
  const t = useTranslations('webhooks');
  const { secret, rotatedAt, createdAt, updatedAt, source } = row;
  const age = useAges(asOf, rotatedAt ?? secret?.issuedAt ?? null);
  const origin = useOriginLabels(age);
  return (
    <section>
      <Facts
        of={[
          {
            label: t('card.secret'),
            value: secret === null ? <SecretAge row={row} age={age} /> : origin(secret),
          },
          { label: t('secret.rotated'), value: rotatedAt && age(rotatedAt) },
          { label: t('drawer.created'), at: createdAt },
          { label: t('drawer.updated'), at: updatedAt === createdAt ? null : updatedAt },
          { label: t('drawer.source'), value: t(`drawer.sources.${source}`) },
        ]}
      />
    </section>
  );
}

function useOriginLabels(ageOf: (at: string) => string): (secret: SecretFact) => string {
  const t = useTranslations('webhooks.secret');
  const me = useSession().session.operator.id;
  return ({ origin, issuedAt, issuedTo }) => {
    const age = ageOf(issuedAt);
    if (issuedTo === null) return origin === 'pasted' ? t('pasted', { age }) : age;
    const name = issuedTo.id === me ? t('you') : issuedTo.name;
    return t(origin === 'pasted' ? 'pastedBy' : 'createdBy', { age, name });
  };
}
