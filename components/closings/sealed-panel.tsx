'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { useFileSize } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import type { ClosingVersion } from '#lib/closings/contract.ts';
import { type DayDetail, verificationOptions, versionFileHref } from '#lib/closings/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { SignedFigures } from './close-day.tsx';

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
      : [done('confirm', t('confirmed', { name: confirmedBy.name }), <Instant at={sealedAt} variant="full" />)]),
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
