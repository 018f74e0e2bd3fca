'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { IncidentLine } from '#lib/deliveries/queries.ts';
import { placeOf } from '#lib/deliveries/rules.ts';
import { formatBrl } from '#lib/money.ts';
import { CloseFailuresButton } from './close-failures.tsx';
import { LastHour } from './last-hour.tsx';
import { useSince } from './use-since.ts';

type Props = {
  incidents: readonly IncidentLine[];
  onResend: (incident: IncidentLine) => void;
  onSee: (incident: IncidentLine) => void;
};

/** Receivers with open failures: the worst that takes nothing now in full, the others as lines. */
export function IncidentPanels({ incidents, ...act }: Props) {
  const t = useTranslations('deliveries.incident');
  const [first, ...more] = incidents.filter(({ failing }) => failing);
  const resting = incidents.filter(({ failing }) => !failing);
  const list = (title: string, some: readonly IncidentLine[]) =>
    some.length > 0 && (
      <Panel title={title} padded={false}>
        <ul>
          {some.map((incident) => (
            <OtherIncident key={incident.webhookId ?? incident.host} incident={incident} {...act} />
          ))}
        </ul>
      </Panel>
    );
  return (
    <>
      {first !== undefined && <IncidentPanel incident={first} {...act} />}
      {list(t('more', { count: more.length }), more)}
      {list(t('resting'), resting)}
    </>
  );
}

type OneProps = Omit<Props, 'incidents'> & { incident: IncidentLine };

/** A registered webhook has one address; the others are all addresses at their host. */
const nameOf = (incident: IncidentLine) => (incident.webhookId === null ? incident.host : placeOf(incident));

/** Panel of an incident: the amount at stake before the fault. */
function IncidentPanel({ incident, onResend, onSee }: OneProps) {
  const t = useTranslations('deliveries.incident');
  const id = useId();
  const locale = useLocale();
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const mayTest = useCan('webhook');
  const { callbacks, transactions, webhookId } = incident;
  return (
    // The list begins on the first screen: in a narrow room the hour's curve gives way, the figures stand in one line.
    <section
      className="grid grid-cols-[minmax(0,1fr)_13rem] gap-x-4 gap-y-2 rounded-3 border border-danger-line border-l-4 bg-danger-fill px-4 py-3 @max-[36rem]/room:grid-cols-1 @max-[36rem]/room:px-3 @max-[36rem]/room:py-2"
      aria-labelledby={id}
    >
      <h2 id={id} className="wrap-anywhere col-span-full flex gap-2 text-md">
        <Icon name="octagon" tone="danger" />
        <span>{t('title', { host: nameOf(incident), time: useSince(incident.since) })}</span>
      </h2>
      <dl className="flex flex-wrap items-center gap-x-5 gap-y-2 @max-[36rem]/room:flex-nowrap @max-[36rem]/room:gap-3">
        <Stake label={t('paid')}>{formatBrl(incident.amount)}</Stake>
        <Stake label={t('callbacks', { callbacks, transactions })}>{callbacks.toLocaleString(locale)}</Stake>
        <Stake label={t('last')}>{incident.lastStatus ?? t('noAnswer')}</Stake>
      </dl>
      <LastHour bars={incident.bars} since={incident.since} />
      <div className="col-span-full flex flex-wrap items-center gap-2 text-(length:--text-xs) @max-[36rem]/room:gap-1.5 @max-[36rem]/room:[&>:is(a,button)]:px-1.5 @max-[36rem]/room:[&>:is(a,button)]:text-(length:--text-xs)">
        {mayResend && <Button onClick={() => onResend(incident)}>{t('resend', { count: callbacks })}</Button>}
        {webhookId !== null && (
          <LinkButton
            href={`/${account}/webhooks?open=${encodeURIComponent(`${mayTest ? 'test' : 'endpoint'}:${webhookId}`)}`}
          >
            {t(mayTest ? 'test' : 'view')}
          </LinkButton>
        )}
        <Button variant="quiet" onClick={() => onSee(incident)}>
          {t('see')}
        </Button>
        <span>{t('keeps')}</span>
      </div>
    </section>
  );
}

function Stake({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse @max-[36rem]/room:min-w-0 @max-[36rem]/room:justify-end @max-[36rem]/room:self-start">
      <dt className="text-xs @max-[36rem]/room:text-2xs">{label}</dt>
      <dd className="font-semibold text-ink text-md">{children}</dd>
    </div>
  );
}

function OtherIncident({ incident, onResend, onSee }: OneProps) {
  const t = useTranslations('deliveries.incident');
  const mayResend = useCan('resend');
  const time = useSince(incident.since);
  const { callbacks, lastStatus } = incident;
  const status = lastStatus === null ? t('noAnswer') : String(lastStatus);
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-panel py-1.5 last:border-b-0">
      <Icon name={incident.failing ? 'octagon' : 'hourglass'} tone={incident.failing ? 'danger' : 'warn'} />
      <b>{formatBrl(incident.amount)}</b>
      <span
        className="min-w-0 flex-1 truncate max-wide:basis-3/5 max-wide:whitespace-normal"
        title={incident.url}
      >
        {t.rich(incident.failing ? 'row' : 'restingRow', {
          host: nameOf(incident),
          time,
          callbacks,
          status,
          b: (words) => <b>{words}</b>,
        })}
      </span>
      <Button size="sm" variant="quiet" onClick={() => onSee(incident)}>
        {t('see')}
      </Button>
      {mayResend && (
        <Button size="sm" onClick={() => onResend(incident)}>
          {t('resend', { count: callbacks })}
        </Button>
      )}
      {!incident.failing && (
        <CloseFailuresButton
          size="sm"
          which={{
            filter:
              incident.webhookId === null
                ? { outcome: 'failed', url: incident.url }
                : { outcome: 'failed', webhookId: incident.webhookId },
          }}
          count={callbacks}
        />
      )}
    </li>
  );
}
