'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { IncidentLine } from '#lib/deliveries/queries.ts';
import { placeOf } from '#lib/deliveries/rules.ts';
import { formatBrl } from '#lib/money.ts';
import { CloseFailuresButton } from './close-failures.tsx';
import styles from './deliveries.module.css';
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
        <ul className={styles.others}>
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
    <section className={styles.incident} aria-labelledby={id}>
      <h2 id={id}>
        <Icon name="octagon" tone="danger" />
        <span>{t('title', { host: incident.host, time: useSince(incident.since) })}</span>
      </h2>
      <dl className={styles.stakes}>
        <div>
          <dt>{t('paid')}</dt>
          <dd>{formatBrl(incident.amount)}</dd>
        </div>
        <div>
          <dt>{t('callbacks', { callbacks, transactions })}</dt>
          <dd>{callbacks.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt>{t('last')}</dt>
          <dd>{incident.lastStatus ?? t('noAnswer')}</dd>
        </div>
      </dl>
      <LastHour bars={incident.bars} since={incident.since} />
      <div className={styles.act}>
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

function OtherIncident({ incident, onResend, onSee }: OneProps) {
  const t = useTranslations('deliveries.incident');
  const mayResend = useCan('resend');
  const time = useSince(incident.since);
  const { callbacks, lastStatus } = incident;
  const status = lastStatus === null ? t('noAnswer') : String(lastStatus);
  return (
    <li>
      <Icon name={incident.failing ? 'octagon' : 'hourglass'} tone={incident.failing ? 'danger' : 'warn'} />
      <b>{formatBrl(incident.amount)}</b>
      <span className="min-w-0 flex-1 truncate" title={incident.url}>
        {t.rich(incident.failing ? 'row' : 'restingRow', {
          host: placeOf(incident),
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
