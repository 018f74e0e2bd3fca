'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CheckLine } from '#components/ui/checkbox.tsx';
import { cn } from '#components/ui/cn.ts';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { type Choice, ofReceiver, scopeOf } from '#lib/resends/choice.ts';
import { leftOut, minutesFor } from '#lib/resends/progress.ts';
import type { Preview } from '#lib/resends/queries.ts';
import { addressName } from '#lib/webhooks/rules.ts';
import { Estimated, LeftOut, mono } from '../resend-badge.tsx';
import { resendName, useScopeLabels } from '../use-labels.ts';
import { RequestWindows } from '../windows.tsx';
import { useReceiverName } from './choose-step.tsx';
import { EventMatrix } from './event-matrix.tsx';
import type { Task } from './resend-sheet.tsx';

/** Shows exactly what will be requested, what is excluded and why, the requests, and what may go wrong. */
export function CheckStep({ task }: { task: Task }) {
  const t = useTranslations('resends.checkStep');
  const scopeLabel = useScopeLabels();
  const name = useReceiverName();
  const { choice } = task;
  const { preview, error, busy } = task.preview;
  if (error !== null)
    return (
      <section>
        <ReadError error={error} onRetry={() => task.check(choice)} />
      </section>
    );
  const scope = scopeOf(choice);
  const filter = scope === null ? {} : 'filter' in scope ? scope.filter : scope;
  const host = choice.what === 'failures' ? { host: name(choice) } : {};
  return (
    <>
      <section aria-busy={busy || undefined}>
        <p className="mb-3">
          {scope !== null && `${scopeLabel(scope.scope, { ...filter, ...host })}. `}
          <TextButton onClick={task.back}>{t('change')}</TextButton>
        </p>
        <Sums preview={preview} busy={busy} scope={choice.what} />
      </section>
      {preview !== null && !busy && <Whole preview={preview} task={task} />}
    </>
  );
}

function Whole({ preview, task }: { preview: Preview; task: Task }) {
  const t = useTranslations('resends.checkStep');
  const { counts, estimated, events } = preview;
  if (counts.remaining === 0 && estimated)
    return (
      <section className="grid gap-2 border-0">
        <Callout title={t('noneKnown')}>{t('noneKnownDescription')}</Callout>
        <Estimated />
      </section>
    );
  const late = task.choice.what === 'failures' ? 'nothingLate' : 'nothingSkipped';
  if (counts.remaining === 0)
    return (
      <>
        <Out counts={counts} />
        <section className="grid gap-2 border-0">
          <Callout title={t('nothing')}>{t(counts.skipped > 0 ? late : 'nothingDescription')}</Callout>
          <Instead preview={preview} task={task} />
        </section>
      </>
    );
  return (
    <>
      <section>
        <h3>
          {t('matrix')} <span className="cap ml-auto font-normal">{t('matrixNote')}</span>
        </h3>
        <EventMatrix events={events} />
      </section>
      <Out counts={counts} />
      <PlannedRequests preview={preview} />
      <section className="grid gap-2 border-0">
        {task.choice.what === 'failures' && preview.scope === 'webhook' && (
          <Callout title={t('allTogether')}>{t('allTogetherDescription')}</Callout>
        )}
        <Failing failing={preview.failing} task={task} />
        <Callout tone="warn" title={t('dedupe')}>
          {t.rich('dedupeDescription', { id: mono })}
        </Callout>
        {estimated && <Estimated />}
      </section>
    </>
  );
}

/** Offers another receiver, with one click, for transactions that this choice does not reach. */
function Instead({ preview, task }: { preview: Preview; task: Task }) {
  const t = useTranslations('resends.checkStep');
  if (preview.instead.length === 0) return null;
  return (
    <Callout icon="send" title={t('instead')}>
      <ul className="mt-1 grid justify-items-start gap-1">
        {preview.instead.map(({ webhookId, host, count }) => (
          <li key={webhookId ?? host}>
            <TextButton
              className="whitespace-normal text-left"
              onClick={() => task.check(ofReceiver({ webhookId, host }).choice)}
            >
              {t('insteadOne', { host, count })}
            </TextButton>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const TOTAL_LABELS = { filter: 'inScope', selection: 'inSelection', failures: 'inFailures' } as const;

function Sums({ preview, busy, scope }: { preview: Preview | null; busy: boolean; scope: Choice['what'] }) {
  const t = useTranslations('resends.checkStep');
  const locale = useLocale();
  const { total = 0, remaining = 0 } = preview?.counts ?? {};
  const out = preview === null ? 0 : leftOut(preview.counts).reduce((sum, { count }) => sum + count, 0);
  const figure = (value: number) =>
    preview === null || busy ? <Skeleton width="3rem" /> : value.toLocaleString(locale);
  return (
    <>
      <div className="grid grid-cols-3 rounded-2 border border-line-strong">
        <Figure value={figure(total)}>{t(TOTAL_LABELS[scope], { count: total })}</Figure>
        <Figure value={figure(remaining)} tone="text-ok-ink">
          {t('willGo', { count: remaining })}
        </Figure>
        <Figure value={figure(out)}>{t('stayOut', { count: out })}</Figure>
      </div>
      {busy && (
        <p className={cn(fieldAnswer(), 'mt-2')} role="status">
          <span>
            {t('reading', { count: total })}. {t('readingDescription')}
          </span>
        </p>
      )}
      {!busy && preview !== null && remaining > 0 && (
        <p className="mt-2 flex justify-between gap-3 text-xs">
          {t('amount')} <Money cents={preview.amount} />
        </p>
      )}
    </>
  );
}

function Figure({ value, tone = '', children }: { value: ReactNode; tone?: string; children: ReactNode }) {
  return (
    <div className="border-line border-r px-3 py-2 last:border-r-0">
      <b className="block text-lg">{value}</b>
      <span className={`text-xs ${tone}`}>{children}</span>
    </div>
  );
}

function Out({ counts }: Pick<Preview, 'counts'>) {
  const t = useTranslations('resends');
  return (
    <section>
      <h3>{t('checkStep.out')}</h3>
      {leftOut(counts).length === 0 ? (
        <p className="text-ink-3">{t('out.none')}</p>
      ) : (
        <LeftOut counts={counts} />
      )}
    </section>
  );
}

function Failing({ failing, task }: { failing: Preview['failing']; task: Task }) {
  const t = useTranslations('resends.checkStep');
  const [first, ...others] = failing;
  if (first === undefined) return null;
  const title = first.status === null ? t('failingNoAnswer') : t('failing', { status: first.status });
  return (
    <Callout tone="danger" title={title}>
      {t('failingDescription', { host: addressName(first.url) })}
      {others.length > 0 && ` ${t('failingMore', { count: others.length })}`}
      <span className="mt-1 block">
        <CheckLine checked={task.whenAnswers} onChange={() => task.setWhenAnswers(!task.whenAnswers)}>
          {t('whenAnswers')}
          <span className="block text-xs text-ink-3">{t('whenAnswersDescription')}</span>
        </CheckLine>
      </span>
    </Callout>
  );
}

/** The planned requests, their duration, and the job that shares their rate limit. */
function PlannedRequests({ preview }: { preview: Preview }) {
  const t = useTranslations('resends.checkStep');
  const locale = useLocale() as Locale;
  const day = (at: string) => formatInstant(locale, at, 'day');
  const { requests, requestsTotal, perMinute, sharedWith, counts, indexFrom } = preview;
  const single = requests.every(({ route }) => route === 'transaction');
  const title = t('requests', { count: requestsTotal });
  const minutes = minutesFor(requestsTotal, perMinute);
  const notes = [
    counts.outside > 0 && t('earliest', { day: day(preview.earliest) }),
    sharedWith !== null && t('shared', { name: resendName(sharedWith.number) }),
    indexFrom !== null && t('indexFrom', { day: day(indexFrom) }),
  ].filter((note) => note !== false);
  return (
    <section>
      <h3 className="flex-wrap gap-y-0">
        <span className="whitespace-nowrap">{title}</span>
        {requestsTotal > perMinute && (
          <span className="font-normal text-ink-3">{t('duration', { minutes })}</span>
        )}
        <span className="cap ml-auto text-right font-normal">
          {t(single ? 'requestsNoteSingle' : 'requestsNote', { perMinute })}
        </span>
      </h3>
      <RequestWindows label={title} of={preview} />
      {notes.length > 0 && <p className="mt-1.5 text-xs text-ink-3">{notes.join(' ')}</p>}
    </section>
  );
}
