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

/** Last findings of the doctor on an account. `looks`: it looks at once, since they may be old or missing. */
export function useDoctor(id: string, { looks }: { looks: boolean }) {
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
    if (looks) mutate();
  }, [looks, mutate]);
  const report = last.data ?? null;
  return {
    report,
    /** It looked, and nothing is to be done. */
    well: report?.checks.every(({ state }) => state === 'ok') ?? false,
    look: () => mutate(),
    looking: run.isPending,
    error: run.error ?? last.error,
  };
}

type Doctor = ReturnType<typeof useDoctor>;

/** Findings of the doctor, or that it is looking. */
export function DoctorResult({ doctor: { report, looking, error } }: { doctor: Doctor }) {
  return (
    <section className="border-0" aria-live="polite" aria-busy={looking || undefined}>
      {error !== null && <ErrorCard error={error} />}
      {report !== null && <ReportView report={report} />}
      {report === null && error === null && <Looking />}
    </section>
  );
}

/** Lets it look again. */
export function DoctorAgain({ doctor: { well, look, looking }, main }: { doctor: Doctor; main: boolean }) {
  const t = useTranslations('doctor');
  return (
    <Button
      variant={main ? 'main' : 'plain'}
      onClick={look}
      disabled={looking}
      aria-busy={looking || undefined}
    >
      {looking ? t('running') : t(well ? 'run' : 'again')}
    </Button>
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

type Props = { account: Connection; onClose: () => void };

/** Findings of the doctor on one account, and the button that lets it look again. */
export function DoctorSheet({ account: { id, name, slug }, onClose }: Props) {
  const t = useTranslations('doctor');
  const doctor = useDoctor(id, { looks: true });
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
