'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangeAnswer, FormEnd } from '#components/sandbox/panel-parts.tsx';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { SimulatorHub, SimulatorState } from '#lib/sandbox/contract.ts';
import { useSimulatorChange } from '#lib/sandbox/queries.ts';

const KINDS = {
  '503': { kind: 'status', status: 503 },
  '401': { kind: 'status', status: 401 },
  timeout: { kind: 'timeout' },
  close: { kind: 'close' },
  slow: { kind: 'slow' },
} as const;
type Kind = keyof typeof KINDS;
const EXTENTS = { count: { count: 5 }, minutes: { forMinutes: 10 }, off: {} } as const;
type Extent = keyof typeof EXTENTS;

export function DeliveriesPanel({ account, state }: { account: string; state: SimulatorState }) {
  const t = useTranslations('sandbox.deliveries');
  const [url, setUrl] = useState('');
  const [kind, setKind] = useState<Kind>('503');
  const [extent, setExtent] = useState<Extent>('count');
  const fail = useSimulatorChange(account, 'POST /simulator/fail-deliveries');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = url.trim();
    fail.mutate({ ...KINDS[kind], ...EXTENTS[extent], ...(address === '' ? {} : { url: address }) });
  };
  return (
    <Panel title={t('title')} footer={state.hub && <QueueNote queue={state.hub.queue} />}>
      <form className="grid min-w-0 grid-cols-1 gap-3" onSubmit={submit} noValidate>
        <PlainField
          label={t('address')}
          rule={t('rule')}
          mono
          value={url}
          inputMode="url"
          placeholder={t('placeholder')}
          maxLength={2048}
          onChange={setUrl}
        />
        <Segments
          label={t('how')}
          value={kind}
          onChange={setKind}
          options={(['503', '401', 'timeout', 'close', 'slow'] as const).map((value) => ({
            value,
            label: t(`kinds.${value}`),
          }))}
        />
        <FormEnd>
          <Segments
            label={t('extent')}
            value={extent}
            onChange={setExtent}
            options={(Object.keys(EXTENTS) as Extent[]).map((value) => ({
              value,
              label: t(`extents.${value}`),
            }))}
          />
          <Button type="submit" aria-disabled={fail.isPending}>
            {t(`fail.${extent}`)}
          </Button>
        </FormEnd>
        <ChangeAnswer error={fail.error} done={fail.isSuccess ? t('done') : null} />
      </form>
    </Panel>
  );
}

/** The Hub delivers one callback at a time: while the first waits, all wait. */
function QueueNote({ queue: { waiting, first } }: { queue: SimulatorHub['queue'] }) {
  const t = useTranslations('sandbox.deliveries');
  const locale = useLocale() as Locale;
  if (waiting === 0 || first === null) return t('queueEmpty');
  return t('queue', {
    count: waiting,
    event: first.event,
    attempts: first.attempts,
    when: first.nextAt === null ? '–' : formatInstant(locale, first.nextAt, 'time'),
  });
}
