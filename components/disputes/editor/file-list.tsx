'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import styles from './editor.module.css';
import { useSizeLabels } from './use-size-labels.ts';

type File = { name: string | null; mimeType: string | null; size: number | null; generated?: boolean };

/** Files as they will be sent, or were. */
export function FileList({ files }: { files: readonly File[] }) {
  const t = useTranslations('disputes.preview');
  const sizeWords = useSizeLabels();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file, index) => (
        <li key={file.name}>
          <Icon name={file.mimeType?.startsWith('image/') ? 'image' : 'file'} />
          <span className={styles.name}>
            {index + 1} {file.name ?? '–'} {file.generated && <Badge>{t('generated')}</Badge>}
          </span>
          <span className="cap">{file.size !== null && sizeWords(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
