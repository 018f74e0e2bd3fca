'use client';

import { useTranslations } from 'next-intl';
import { type DragEvent, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { IconButton, TextButton } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Attachment } from '#lib/disputes/contract.ts';
import { attachmentUrl } from '#lib/disputes/queries.ts';
import { useDefenseDraft } from './defense-draft.tsx';
import { type Files, sizeOf, type Trouble, useSizeLabels } from './use-files.ts';

/** The draft's files in the order they are sent; more can be dropped or chosen. */
export function FilesPanel({ files }: { files: Files }) {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const { stored, detail } = useDefenseDraft();
  const { attachments } = stored;
  const { limits } = detail;
  const sum = {
    count: attachments.length,
    most: limits.files,
    size: sizeLabel(sizeOf(attachments)),
    mostSize: sizeLabel(limits.bytes),
  };
  return (
    <Panel local title={t('title')} action={<span className="cap font-normal">{t('sum', sum)}</span>}>
      <ul>
        {attachments.map((file, index) => (
          <Line key={file.id} file={file} number={index + 1} onRemove={files.remove} />
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

type LineProps = { file: Attachment; number: number; onRemove: Files['remove'] };

type File = { name: string | null; mimeType: string | null; size: number | null; generated?: boolean };

const FILE_LINE =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto_1.5rem] items-center gap-x-2 border-b border-line py-1';

const FILE_NAME = 'truncate text-ink';

/** Files that will be sent or were sent. */
export function FileList({ files }: { files: readonly File[] }) {
  const t = useTranslations('disputes.preview');
  const sizeLabel = useSizeLabels();
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map((file, index) => (
        <li key={file.name} className={FILE_LINE}>
          <Icon name={file.mimeType?.startsWith('image/') ? 'image' : 'file'} />
          <span className={FILE_NAME}>
            {index + 1} {file.name ?? '–'} {file.generated && <Badge>{t('generated')}</Badge>}
          </span>
          <span className="cap">{file.size !== null && sizeLabel(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}

function Line({ file: { id, name, mimeType, size }, number, onRemove }: LineProps) {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const { account, detail } = useDefenseDraft();
  return (
    <li className={FILE_LINE}>
      <Icon name={mimeType.startsWith('image/') ? 'image' : 'file'} />
      <a
        className={FILE_NAME}
        href={attachmentUrl(account, detail.dispute.id, id)}
        download={name}
        title={name}
        aria-label={t('open', { name })}
      >
        {number} {name}
      </a>
      <span className="cap">{sizeLabel(size)}</span>
      <IconButton
        variant="bare"
        icon="x"
        label={t('remove', { name })}
        onClick={() => void onRemove(id, name)}
      />
    </li>
  );
}

type TroubleProps = { trouble: Trouble; onDismiss: (key: number) => void };

function TroubleLine({ trouble: { key, name, fault }, onDismiss }: TroubleProps) {
  const t = useTranslations('disputes.files');
  if (fault === null)
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
      <span className="col-[2/5] text-xs text-danger-ink">{fault}</span>
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
