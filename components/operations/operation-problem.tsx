'use client';

import { useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import type { Operation } from '#lib/operations/queries.ts';

type Props = { problem: NonNullable<Operation['problem']>; ended: boolean };

/** Last problem told by the provider, or met on the way to it, with its codes. */
export function OperationProblem({ problem, ended }: Props) {
  const t = useTranslations('operations.drawer');
  const tc = useTranslations('common.error');
  const { provider } = problem;
  return (
    <section>
      <h3>{t(provider ? 'problem' : 'problemLast')}</h3>
      <Callout tone={ended ? 'danger' : 'warn'} title={problem.title}>
        {problem.todo}
      </Callout>
      {provider?.message && (
        <p className="mt-2" lang="pt-BR">
          <q>{provider.message}</q>
        </p>
      )}
      <div className="codes mt-2">
        <span>
          {tc('code')} <span className="mono">{provider?.code ?? problem.code}</span>
        </span>
        {provider?.status != null && <span>HTTP {provider.status}</span>}
        {provider?.requestId && (
          <span className="inline-flex items-center gap-1">
            {tc('request')} <CopyId value={provider.requestId} />
          </span>
        )}
      </div>
    </section>
  );
}
