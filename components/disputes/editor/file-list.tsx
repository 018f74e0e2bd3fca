'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useSizeLabels } from './use-size-labels.ts';

type File = { name: string | null; mimeType: string | null; size: number | null; generated?: boolean };

export const FILE_LINE =
  'grid grid-cols-[1rem_minmax(0,1fr)_auto_1.5rem] items-center gap-x-2 border-b border-line py-1';
export const FILE_NAME = 'truncate text-ink';

/** Files as they will be sent, or were. */
export function FileList({ files }: { files: readonly File[] }) {
  const t = useTranslations('disputes.preview');
  const sizeWords = useSizeLabels();
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map((file, index) => (
        <li key={file.name} className={FILE_LINE}>
          <Icon name={file.mimeType?.startsWith('image/') ? 'image' : 'file'} />
          <span className={FILE_NAME}>
            {index + 1} {file.name ?? '–'} {file.generated && <Badge>{t('generated')}</Badge>}
          </span>
          <span className="cap">{file.size !== null && sizeWords(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
