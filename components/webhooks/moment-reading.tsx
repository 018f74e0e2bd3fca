'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import type { MomentLine } from '#lib/deliveries/queries.ts';
import { verdictOf } from '#lib/deliveries/verdict.ts';
import { useMay } from './use-may.ts';
import { useOpen } from './use-webhooks.ts';

type Props = { lines: readonly MomentLine[]; failuresOf: (line: MomentLine) => string };

const FIGURES = ['failed', 'half', 'slowest'] as const;

/** Reading of the table's figures, the next step, and the meaning of each figure. */
export function MomentReading({ lines, failuresOf }: Props) {
  const t = useTranslations('webhooks.reading');
  return (
    <div className="grid gap-3 p-panel">
      <Said lines={lines} failuresOf={failuresOf} />
      <dl className="grid gap-1 text-xs text-ink-3">
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt className="inline font-medium">{t(`figure.${figure}`)}</dt>{' '}
            <dd className="inline">{t(`means.${figure}`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Said({ lines, failuresOf }: Props) {
  const t = useTranslations('webhooks.reading');
  const test = useTranslations('webhooks.actions')('test');
  const format = useFormatter();
  const may = useMay();
  const { show } = useOpen();
  const verdict = verdictOf(lines);
  if (verdict.kind === 'fine')
    return (
      <Callout tone="ok" title={t('fine')}>
        {t('fineTodo')}
      </Callout>
    );
  const { line } = verdict;
  const { webhookId } = line;
  const where = { address: line.address ?? t('noAddress') };
  if (verdict.kind === 'slow')
    return (
      <Callout tone="warn" title={t('slow', { ...where, ms: format.number(line.slowest ?? line.ms ?? 0) })}>
        {t('slowTodo')}
      </Callout>
    );
  return (
    <Callout
      tone="danger"
      title={t(verdict.kind, { ...where, failed: line.failed, all: line.failed + line.delivered })}
      action={
        <span className="flex flex-wrap items-center gap-2">
          {may.webhook && webhookId !== null && (
            <Button size="sm" onClick={() => show({ what: 'test', id: webhookId })}>
              {test}
            </Button>
          )}
          <Link href={failuresOf(line)}>{t('failures', { count: line.failed })}</Link>
        </span>
      }
    >
      {t(`cause.${verdict.cause}`)}
    </Callout>
  );
}
