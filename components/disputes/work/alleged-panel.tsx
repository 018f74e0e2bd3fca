'use client';

import { useTranslations } from 'next-intl';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { useResultLabels } from '../own-labels.ts';
import { ServiceStatus } from '../service-status.tsx';
import { useTypeLabels } from '../use-labels.ts';
import styles from './work.module.css';

/** The report of the payer's bank, in its own words, and the service's statement on it. */
export function AllegedPanel({ detail: { dispute, infraction, raw } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.alleged');
  const types = useTypeLabels();
  const result = useResultLabels();
  const { reason, type, status, protocol, openedAt, amount } = dispute;
  const { reportedBy } = infraction;
  return (
    <Panel title={t('title')}>
      <p className={styles.quote}>
        {reason === null ? <span className="text-ink-3">{t('noText')}</span> : <q>{reason}</q>}
      </p>
      <dl className="facts">
        <Situation reason={reason} />
        <Fact name={t('type')}>
          <span title={type ?? undefined}>{types(type)}</span>
        </Fact>
        <Fact name={t('reportedBy')}>
          {reportedBy !== null && t.has(reportedBy as 'DEBITED_PARTICIPANT')
            ? t(reportedBy as 'DEBITED_PARTICIPANT')
            : reportedBy}
        </Fact>
        <Fact name={t('opened')}>
          <Instant at={openedAt} variant="minute" />
        </Fact>
        <Fact name={t('status')}>
          <ServiceStatus status={status} />
        </Fact>
        <Fact name={t('protocol')}>{protocol !== null && <CopyId value={protocol} />}</Fact>
        <Fact name={t('amount')}>
          <Money cents={amount} />
        </Fact>
        <MovedAmounts other={infraction.other} />
        {dispute.state === 'closed' && (
          <Fact name={t('result')} wraps>
            {result(dispute)} {infraction.resultDetails}
          </Fact>
        )}
      </dl>
      <Others other={infraction.other} raw={raw} />
    </Panel>
  );
}

const MOVED = ['settledAmount', 'feeCharged'] as const;

/** Document 2: what of the held amount went back to the payer, and what the analysis cost; cents. */
function MovedAmounts({ other }: { other: Record<string, unknown> }) {
  const t = useTranslations('disputes.alleged');
  return MOVED.map((name) => {
    const cents = Number(other[name] ?? Number.NaN);
    if (!Number.isSafeInteger(cents) || cents === 0) return null;
    return (
      <Fact key={name} name={t(name)}>
        <Money cents={cents} />
      </Fact>
    );
  });
}

function Situation({ reason }: { reason: string | null }) {
  const t = useTranslations('disputes');
  const due = useTranslations('due');
  const situation = guessSituation(reason);
  if (situation === 'other') return null;
  return (
    <Fact name={t('alleged.situation')}>
      {due(`situations.${situation}`)} <span className="text-ink-3">{t('alleged.fromText')}</span>
    </Fact>
  );
}

function Others({ other, raw }: { other: Record<string, unknown>; raw: unknown }) {
  const t = useTranslations('disputes.alleged');
  const fields = Object.entries(other);
  return (
    <>
      {fields.length > 0 && (
        <details className="mt-2 text-xs">
          <summary>{t('other')}</summary>
          <dl className="facts">
            {fields.map(([name, value]) => (
              <Fact key={name} name={<span className="mono">{name}</span>} wraps>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Fact>
            ))}
          </dl>
        </details>
      )}
      {raw !== null && (
        <details className="mt-2 text-xs">
          <summary>{t('raw')}</summary>
          <section aria-label={t('raw')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <pre className="mono max-h-80 overflow-auto" tabIndex={0}>
              {JSON.stringify(raw, null, 2)}
            </pre>
          </section>
        </details>
      )}
    </>
  );
}
