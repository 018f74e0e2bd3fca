'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useTypeLabels } from '#components/statement/line-labels.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { useFileSize } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import type { ClosingChange, ClosingVersion } from '#lib/closings/contract.ts';
import { type DayDetail, verificationOptions, versionFileHref } from '#lib/closings/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { CloseButton, SignedFigures } from './close-panel.tsx';
import { AmountText } from './closing-labels.tsx';

const FILES = ['pdf', 'xlsx', 'json'] as const;

/** The sealed versions of a day: figures, who and when, hash and files of the chosen one. */
export function SealedPanel({ detail: { day, versions } }: { detail: DayDetail }) {
  const t = useTranslations('closings.sealed');
  const [chosen, choose] = useState<number | null>(null);
  const version = versions.find((one) => one.version === chosen) ?? versions[0];
  if (version === undefined) return null;
  const label = (of: number) => t('version', { version: of });
  return (
    <Panel
      title={t('title', { version: version.version })}
      action={<Verification key={version.version} day={day} version={version.version} />}
    >
      <div className="grid gap-3">
        {versions.length > 1 && (
          <Segments
            label={t('versions')}
            value={String(version.version)}
            onChange={(next) => choose(Number(next))}
            options={versions.map((one) => ({ value: String(one.version), label: label(one.version) }))}
          />
        )}
        <Sealed day={day} version={version} />
      </div>
    </Panel>
  );
}

function Sealed({ day, version }: { day: string; version: ClosingVersion }) {
  const t = useTranslations('closings.sealed');
  const close = useTranslations('closings.close');
  const size = useFileSize();
  const account = useSession().account.slug;
  const { figures, explained, resolved, signedBy, signedAt, confirmedBy, sealedAt, sha256, bytes } = version;
  const done = (id: string, title: string, note: Step['note']): Step => ({ id, title, note, state: 'done' });
  const steps = [
    done('sign', close('steps.signed', { name: signedBy.name }), <Instant at={signedAt} variant="full" />),
    ...(confirmedBy === null
      ? []
      : [
          done(
            'confirm',
            t('confirmed', { name: confirmedBy.name }),
            <Instant at={sealedAt} variant="full" />,
          ),
        ]),
    done('seal', close('steps.seal'), t('entry', { number: version.auditEntry })),
  ];
  return (
    <>
      <SignedFigures
        figures={figures}
        counts={[
          { label: close('explained'), value: explained },
          { label: close('resolved'), value: resolved },
        ]}
      />
      <div className="border-t border-line pt-3">
        <Steps label={close('steps.label')} steps={steps} />
      </div>
      <Facts
        className="border-t border-line pt-3"
        of={[
          { label: t('hash'), id: sha256 },
          { label: t('lines'), value: version.lines },
        ]}
      />
      <div className="grid gap-1.5 border-t border-line pt-2">
        <h3 className="cap">{t('files', { version: version.version })}</h3>
        <div className="flex flex-wrap gap-2">
          {FILES.map((kind) => (
            <a
              key={kind}
              className={`${buttonVariants()} flex-1`}
              href={versionFileHref(account, day, version.version, kind)}
              download
            >
              <Icon name="download" />
              {kind.toUpperCase()}
              {kind === 'json' && <span className="font-normal text-ink-3">{size(bytes)}</span>}
            </a>
          ))}
        </div>
      </div>
    </>
  );
}

/** Compares the sealed hash with one computed from the stored rows, on request. */
function Verification({ day, version }: { day: string; version: number }) {
  const t = useTranslations('closings.sealed');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const query = useQuery({ ...verificationOptions(account, day, version), enabled: false });
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined)
    return (
      <span role="status">
        <Badge tone={data.holds ? 'ok' : 'danger'} icon={data.holds ? 'chain' : 'octagon'}>
          {t(data.holds ? 'holds' : 'broken', { time: formatInstant(locale, data.at, 'time-minute') })}
        </Badge>
      </span>
    );
  return (
    <>
      <Button size="sm" icon="chain" aria-busy={isFetching} onClick={() => void refetch()}>
        {t('verify')}
      </Button>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** What the service changed after the day was closed. The sealed version stays as it is. */
export function ChangedPanel({ detail }: { detail: DayDetail }) {
  const t = useTranslations('closings.changed');
  const types = useTypeLabels();
  const id = useId();
  const { changes, version, state } = detail;
  if (changes === null) return null;
  const { at, rows, linesAdded, linesRemoved } = changes;
  const labelOf = ({ of, part }: ClosingChange) => (part === null ? t(`of.${of}`) : types.name(part.type));
  return (
    <section className={panelVariants()} aria-labelledby={id}>
      <header>
        <Icon name="triangle" tone="warn" />
        <h2 id={id}>{t('title')}</h2>
        <span className="cap">
          <Instant at={at} variant="minute" />
        </span>
        <span className="cap ml-auto max-wide:hidden">{t('stays', { version: version ?? 1 })}</span>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-6 gap-y-3 p-panel @min-[50rem]/room:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="grid gap-3">
          <p className="font-semibold text-ink">{t('lines', { added: linesAdded, removed: linesRemoved })}</p>
          {state === 'closed' && (
            <div className="flex flex-wrap items-center gap-2">
              <CloseButton detail={detail} />
            </div>
          )}
        </div>
        <div className="min-w-0 overflow-x-auto">
          <FigureTable>
            <caption className="sr-only">{t('caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('part')}</th>
                <th scope="col" className="num">
                  {t('before', { version: version ?? 1 })}
                </th>
                <th scope="col" className="num">
                  {t('now')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.of} ${row.part?.id}`}>
                  <th scope="row">{labelOf(row)}</th>
                  <td className="num text-ink-3">
                    <Value of={row.before} />
                  </td>
                  <td className="num">
                    <Value of={row.now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </div>
      </div>
    </section>
  );
}

/** A count and a sum, as far as the row has them: '9 · −1.318,60'. */
function Value({ of: { count, sum } }: { of: ClosingChange['now'] }) {
  return (
    <>
      {count}
      {count !== null && sum !== null && ' · '}
      {(sum !== null || count === null) && <AmountText of={sum} bare />}
    </>
  );
}
