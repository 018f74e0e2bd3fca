'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { call } from '#lib/api/client.ts';
import { accountKeys, type Connection, doctorOptions } from '#lib/connections/queries.ts';
import { ReportView } from './report-view.tsx';
import { useSummary } from './use-says.ts';

type Props = { account: Connection; onClose: () => void };

/** What the doctor found of one account, and the button that lets it look again. */
export function DoctorSheet({ account: { id, name, slug }, onClose }: Props) {
  const t = useTranslations('doctor');
  const client = useQueryClient();
  const last = useQuery(doctorOptions(id));
  const summary = useSummary();
  const run = useMutation({
    mutationFn: async () => {
      const { report } = await call('POST /api/settings/accounts/{id}/doctor', { params: { id } });
      client.setQueryData(accountKeys.doctor(id), report);
      void client.invalidateQueries({ queryKey: accountKeys.list() });
    },
  });
  const { mutate } = run;
  // It looks when it is opened: what it found last may be long ago, or nothing.
  useEffect(() => mutate(), [mutate]);
  const report = last.data ?? null;
  const well = report?.checks.every(({ state }) => state === 'ok') ?? false;
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{t('onlyReads')}</span>
      {report !== null && <CopyButton value={summary(slug, report)}>{t('copy')}</CopyButton>}
      <Button
        variant="main"
        onClick={() => run.mutate()}
        disabled={run.isPending}
        aria-busy={run.isPending || undefined}
      >
        {run.isPending ? t('running') : t(well ? 'run' : 'again')}
      </Button>
    </>
  );
  const title = t('titleOf', { name });
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <section className="border-0" aria-live="polite" aria-busy={run.isPending || undefined}>
        {run.error !== null && <ErrorCard error={run.error} />}
        {report !== null && <ReportView report={report} />}
        {report === null && run.error === null && <Looking />}
        {last.error !== null && run.error === null && <ErrorCard error={last.error} />}
      </section>
    </Drawer>
  );
}

function Looking() {
  const t = useTranslations('doctor');
  return (
    <div className="grid gap-2">
      <p className="text-ink-3">{t('running')}</p>
      <Skeleton width="90%" />
      <Skeleton width="70%" />
      <Skeleton width="80%" />
    </div>
  );
}
