'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { itemIds, type ResendDetail } from '#lib/resends/queries.ts';
import { ofSelection, type Start } from '#lib/resends/start.ts';

type Props = { job: ResendDetail; onStart: ((start: Start) => void) | null };

/**
 * Transactions that failed again after the resend. Once the job has ended, they can be resent as a new job.
 */
export function FailuresPanel({ job, onStart }: Props) {
  const t = useTranslations('resends.failures');
  const account = useSession().account.slug;
  const { failed } = job.counts;
  const since = job.startedAt ?? job.createdAt;
  const href = `/${account}/deliveries?outcome=failed&from=${encodeURIComponent(since)}`;
  return (
    <Panel title={t('title', { count: failed })} action={<Link href={href}>{t('see')}</Link>}>
      <CheckList>
        {job.failures.map(({ status, count, amount }) => (
          <li key={status ?? 'none'}>
            <Icon name="octagon" tone="danger" />
            <b className="font-medium">
              {status === null ? t('noAnswer', { count }) : t('line', { count, status: String(status) })}
            </b>
            <Money cents={amount} direction="still" />
          </li>
        ))}
        <li>
          <Icon name="operator" tone="idle" />
          {onStart === null ? (
            <>
              <b className="font-medium">{t('later', { count: failed })}</b>
              <span className="text-xs text-ink-3">{t('afterEnd')}</span>
            </>
          ) : (
            <Again job={job} onStart={onStart} />
          )}
          <p>{t('why')}</p>
        </li>
      </CheckList>
    </Panel>
  );
}

function Again({ job, onStart }: { job: ResendDetail; onStart: (start: Start) => void }) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    try {
      onStart(ofSelection(await itemIds(account, job.id, 'failed')));
    } catch {
      toast(t('unknown.unread'));
    }
    setBusy(false);
  };
  return (
    <TextButton
      className="justify-self-start"
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={() => void again()}
    >
      {t('failures.again', { count: job.counts.failed })}
    </TextButton>
  );
}
