'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { formatBrl } from '#lib/core/money.ts';
import type { IncidentLine } from '#lib/deliveries/queries.ts';
import { placeOf } from '#lib/deliveries/rules.ts';
import { CloseFailuresButton } from './close-failures.tsx';
import { useSince } from './use-since.ts';

type Props = {
  incidents: readonly IncidentLine[];
  onResend: (incident: IncidentLine) => void;
  onSee: (incident: IncidentLine) => void;
};

/** Receivers with open failures: the first failing one in one line; the others are folded into that line. */
export function IncidentPanels({ incidents, ...act }: Props) {
  const t = useTranslations('deliveries.incident');
  const [first, ...more] = incidents.filter(({ failing }) => failing);
  const others = [...more, ...incidents.filter(({ failing }) => !failing)];
  const title = more.length > 0 ? t('more', { count: more.length }) : t('resting');
  const folded = others.length > 0 && (
    <details className={first === undefined ? panelVariants() : 'open:basis-full'}>
      <summary className={`py-1 text-sm ${first === undefined ? 'px-panel' : ''}`}>
        {title} <b>{others.reduce((sum, { callbacks }) => sum + callbacks, 0)}</b>
      </summary>
      <ul className="border-line border-t">
        {others.map((incident) => (
          <OtherIncident key={incident.webhookId ?? incident.host} incident={incident} {...act} />
        ))}
      </ul>
    </details>
  );
  if (first === undefined) return folded;
  return (
    <IncidentBand incident={first} {...act}>
      {folded}
    </IncidentBand>
  );
}

type OneProps = Omit<Props, 'incidents'> & { incident: IncidentLine };

/** An incident's name: the address of a registered webhook; otherwise the host of several addresses. */
const nameOf = (incident: IncidentLine) => (incident.webhookId === null ? incident.host : placeOf(incident));

/** An incident in one line: the failing receiver, the amount at stake, the error, and the actions. */
function IncidentBand({ incident, onResend, onSee, children }: OneProps & { children: ReactNode }) {
  const t = useTranslations('deliveries.incident');
  const id = useId();
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const mayTest = useCan('webhook');
  const { amount, callbacks, transactions, lastStatus, webhookId } = incident;
  const facts = [
    `${formatBrl(amount)} ${t('paid')}`,
    `${callbacks} ${t('callbacks', { callbacks, transactions })}`,
    lastStatus ?? t('noAnswer'),
  ];
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-danger-line border-l-3 bg-danger-fill px-3 py-0.5"
      aria-labelledby={id}
    >
      <h2 id={id} className="wrap-anywhere flex min-w-0 gap-2 text-sm">
        <Icon name="octagon" tone="danger" />
        <span>{t('title', { host: nameOf(incident), time: useSince(incident.since) })}</span>
      </h2>
      <span className="min-w-0 flex-1 basis-40 truncate text-xs" title={facts.join(' · ')}>
        {facts.join(' · ')}
      </span>
      <span className="flex flex-wrap gap-1.5">
        {mayResend && (
          <Button size="sm" onClick={() => onResend(incident)}>
            {t('resend', { count: callbacks })}
          </Button>
        )}
        {webhookId !== null && (
          <LinkButton
            size="sm"
            href={`/${account}/webhooks?open=${encodeURIComponent(`${mayTest ? 'test' : 'endpoint'}:${webhookId}`)}`}
          >
            {t(mayTest ? 'test' : 'view')}
          </LinkButton>
        )}
        <Button size="sm" variant="quiet" onClick={() => onSee(incident)}>
          {t('see')}
        </Button>
      </span>
      {children}
    </section>
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
          b: (text) => <b>{text}</b>,
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
