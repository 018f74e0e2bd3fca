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
import { ReportView, useSummary } from './report-view.tsx';

/**
 * The doctor's last report on an account. `runAtOnce`: examine now, because the report may be old or missing.
 */
export function useDoctor(id: string, { runAtOnce }: { runAtOnce: boolean }) {
  const client = useQueryClient();
  const last = useQuery(doctorOptions(id));
  const run = useMutation({
    mutationFn: async () => {
      const { report } = await call('POST /api/settings/accounts/{id}/doctor', { params: { id } });
      client.setQueryData(accountKeys.doctor(id), report);
      void client.invalidateQueries({ queryKey: accountKeys.list() });
    },
  });
  const { mutate } = run;
  useEffect(() => {
    if (runAtOnce) mutate();
  }, [runAtOnce, mutate]);
  const report = last.data ?? null;
  return {
    report,
    /** There is a report without problems. */
    allOk: report?.checks.every(({ state }) => state === 'ok') ?? false,
    start: () => mutate(),
    running: run.isPending,
    error: run.error ?? last.error,
  };
}

type Doctor = ReturnType<typeof useDoctor>;

/** The doctor's report, or a placeholder while the first examination runs. */
export function DoctorResult({ doctor: { report, running, error } }: { doctor: Doctor }) {
  return (
    <section className="border-0" aria-live="polite" aria-busy={running || undefined}>
      {error !== null && <ErrorCard error={error} />}
      {report !== null && <ReportView report={report} />}
      {report === null && error === null && <Running />}
    </section>
  );
}

/** Runs the doctor again. */
export function DoctorAgain({ doctor: { allOk, start, running }, main }: { doctor: Doctor; main: boolean }) {
  const t = useTranslations('doctor');
  return (
    <Button
      variant={main ? 'main' : 'plain'}
      onClick={start}
      disabled={running}
      aria-busy={running || undefined}
    >
      {running ? t('running') : t(allOk ? 'run' : 'again')}
    </Button>
  );
}

function Running() {
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

type Props = { account: Connection; onClose: () => void };

/** The doctor's report on one account, with the button to run it again. */
export function DoctorSheet({ account: { id, name, slug }, onClose }: Props) {
  const t = useTranslations('doctor');
  const doctor = useDoctor(id, { runAtOnce: true });
  const summary = useSummary();
  const footer = (
    <>
      <span className="flex-1 text-xs text-ink-3">{t('onlyReads')}</span>
      {doctor.report !== null && <CopyButton value={summary(slug, doctor.report)}>{t('copy')}</CopyButton>}
      <DoctorAgain doctor={doctor} main />
    </>
  );
  const title = t('titleOf', { name });
  return (
    <Drawer label={title} title={title} onClose={onClose} footer={footer} focusOnOpen>
      <DoctorResult doctor={doctor} />
    </Drawer>
  );
}
