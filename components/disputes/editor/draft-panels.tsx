'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button, IconButton, TextButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { attachmentUrl } from '#lib/disputes/queries.ts';
import type { CheckState } from '#lib/disputes/rules.ts';
import { type Files, sizeOf, type Trouble, useDefenseDraft, useSizeLabels } from './defense-draft.tsx';

/** Arguments that persuade the payer's bank, and where the letter already makes them. */
export function ChecksPanel() {
  const t = useTranslations('disputes.checks');
  const { checks } = useDefenseDraft();
  const done = checks.filter(({ state }) => state !== 'open').length;
  return (
    <Panel title={t('title')} action={<b className="text-xs">{t('done', { done, count: checks.length })}</b>}>
      <CheckList>
        {checks.map((line) => (
          <ArgumentLine key={line.check} line={line} />
        ))}
      </CheckList>
    </Panel>
  );
}

const ICON = { done: 'check', weak: 'triangle', open: 'pending' } as const;
const TONE = { done: 'ok', weak: 'warn', open: 'idle' } as const;
/** Arguments that only text can make; attaching a file would not help. */
const TEXT_ONLY = new Set<string>(['charge', 'document', 'earlier_payments']);

function ArgumentLine({ line: { check, state, place } }: { line: CheckState }) {
  const t = useTranslations('disputes.checks');
  const { attach, write } = useDefenseDraft();
  const name = t(`names.${check}`);
  const tick = () => write((now) => ({ checked: [...now.checked, check] }));
  const untick = () => write((now) => ({ checked: now.checked.filter((one) => one !== check) }));
  return (
    <li>
      <Icon name={ICON[state]} tone={TONE[state]} />
      <span className="what">
        {name} <span className="sr-only">({t(`state.${state}`)})</span>
      </span>
      <span className="aside">
        {place === null && (
          <span className="inline-flex gap-1">
            <Button size="sm" variant="quiet" aria-label={t('tickLabel', { check: name })} onClick={tick}>
              {t('tick')}
            </Button>
            {!TEXT_ONLY.has(check) && (
              <Button size="sm" aria-label={t('attachLabel', { check: name })} onClick={attach}>
                {t('attach')}
              </Button>
            )}
          </span>
        )}
        {place?.in === 'hand' && (
          <span className="inline-flex items-center gap-1">
            {t('hand')}
            <Button size="sm" variant="quiet" aria-label={t('untickLabel', { check: name })} onClick={untick}>
              {t('untick')}
            </Button>
          </span>
        )}
        {place !== null && place.in !== 'hand' && t(place.in, { number: place.number })}
      </span>
      {state === 'weak' && <div className="note">{t('weak.image_only')}</div>}
      {state === 'open' && <div className="note">{t(`hint.${check}`)}</div>}
    </li>
  );
}

const FILE_LINE =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto_1.5rem] items-center gap-x-2 border-b border-line py-1';
const FILE_NAME = 'truncate text-ink';
const iconOf = (mimeType: string | null) => (mimeType?.startsWith('image/') ? 'image' : 'file');

/** The draft's files in the order they are sent; more can be dropped or chosen. */
export function FilesPanel({ files }: { files: Files }) {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const { account, stored, detail } = useDefenseDraft();
  const { attachments } = stored;
  const { limits, dispute } = detail;
  const sum = {
    count: attachments.length,
    most: limits.files,
    size: sizeLabel(sizeOf(attachments)),
    mostSize: sizeLabel(limits.bytes),
  };
  return (
    <Panel local title={t('title')} action={<span className="cap font-normal">{t('sum', sum)}</span>}>
      <ul>
        {attachments.map(({ id, name, mimeType, size }, index) => (
          <li key={id} className={FILE_LINE}>
            <Icon name={iconOf(mimeType)} />
            <a
              className={FILE_NAME}
              href={attachmentUrl(account, dispute.id, id)}
              download={name}
              title={name}
              aria-label={t('open', { name })}
            >
              {index + 1} {name}
            </a>
            <span className="cap">{sizeLabel(size)}</span>
            <IconButton
              variant="bare"
              icon="x"
              label={t('remove', { name })}
              onClick={() => void files.remove(id, name)}
            />
          </li>
        ))}
        {files.troubles.map((trouble) => (
          <TroubleLine key={trouble.key} trouble={trouble} onDismiss={files.dismiss} />
        ))}
      </ul>
      <Drop files={files} />
      <p className="sr-only" role="status">
        {files.announcement}
      </p>
    </Panel>
  );
}

type TroubleProps = { trouble: Trouble; onDismiss: (key: number) => void };

function TroubleLine({ trouble: { key, name, error }, onDismiss }: TroubleProps) {
  const t = useTranslations('disputes.files');
  if (error === null)
    return (
      <li className={FILE_LINE} aria-busy="true">
        <Icon name="pending" tone="idle" />
        <span className={FILE_NAME}>{t('sending', { name })}</span>
      </li>
    );
  return (
    <li className={FILE_LINE} role="alert">
      <Icon name="octagon" tone="danger" />
      <span className={FILE_NAME}>{name}</span>
      <span />
      <IconButton variant="bare" icon="x" label={t('dismiss', { name })} onClick={() => onDismiss(key)} />
      <span className="col-[2/5] text-xs text-danger-ink">{error}</span>
    </li>
  );
}

function Drop({ files }: { files: Files }) {
  const t = useTranslations('disputes.files');
  const { attach } = useDefenseDraft();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void files.add(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className="mt-2 rounded-2 border border-dashed border-line-control p-2 text-center text-[0.75rem] text-ink-3 data-over:bg-accent-soft"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {t('drop')} <TextButton onClick={attach}>{t('choose')}</TextButton>
    </div>
  );
}

type File = { name: string | null; mimeType: string | null; size: number | null; generated?: boolean };

/** Files that will be sent or were sent. */
export function FileList({ files }: { files: readonly File[] }) {
  const t = useTranslations('disputes.preview');
  const sizeLabel = useSizeLabels();
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map(({ name, mimeType, size, generated }, index) => (
        <li key={name} className={FILE_LINE}>
          <Icon name={iconOf(mimeType)} />
          <span className={FILE_NAME}>
            {index + 1} {name ?? '–'} {generated && <Badge>{t('generated')}</Badge>}
          </span>
          <span className="cap">{size !== null && sizeLabel(size)}</span>
        </li>
      ))}
    </ul>
  );
}
