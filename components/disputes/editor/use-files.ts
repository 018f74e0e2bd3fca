'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CallError, call } from '#lib/api/client.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { addAttachment } from '#lib/disputes/queries.ts';
import type { WrittenDraft } from './use-draft.ts';

/** A file that is being uploaded (`fault` null), or was rejected with its reason. */
export type Trouble = { key: number; name: string; fault: string | null };

export type Files = {
  add: (files: Iterable<File>) => Promise<void>;
  remove: (id: string, name: string) => Promise<void>;
  troubles: readonly Trouble[];
  dismiss: (key: number) => void;
  /** Announcement for screen readers. */
  announcement: string;
};

type Options = { account: string; detail: DisputeDetail; draft: WrittenDraft };

/** Checks made before the upload; the server also checks the content. Sizes are bytes. */

type FileLimits = { files: number; bytes: number };

type FileFault = 'empty' | 'executable' | 'too_many' | 'too_large' | 'twice';

const EXECUTABLE = /\.(exe|msi|bat|sh|cmd)$/i;

type Known = { name: string; size: number };

export function fileFault(file: Known, present: readonly Known[], limits: FileLimits): FileFault | null {
  if (EXECUTABLE.test(file.name)) return 'executable';
  if (file.size === 0) return 'empty';
  if (present.some(({ name, size }) => name === file.name && size === file.size)) return 'twice';
  if (present.length >= limits.files) return 'too_many';
  return sizeOf(present) + file.size > limits.bytes ? 'too_large' : null;
}

export const sizeOf = (files: readonly Known[]): number => files.reduce((sum, { size }) => sum + size, 0);

const KILO = 1024;

/**
 * Splits a size into value and unit: 182 KB, 1,6 MB. Binary units, as in the limit (10 MB = 10 × 1024 ×
 * 1024).
 */
export function sizeParts(bytes: number): { unit: 'kb' | 'mb'; value: number } {
  if (bytes >= KILO * KILO) return { unit: 'mb', value: Math.round((bytes / KILO / KILO) * 10) / 10 };
  return { unit: 'kb', value: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / KILO)) };
}

export function useSizeLabels(): (bytes: number) => string {
  const t = useTranslations('disputes.files');
  const format = useFormatter();
  return (bytes) => {
    const { unit, value } = sizeParts(bytes);
    return t(unit, { size: format.number(value) });
  };
}

/** Uploads files one after another: the server counts them, and each answer is the draft's next version. */
export function useFiles({ account, detail, draft }: Options): Files {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const [announcement, announce] = useState('');
  const next = useRef(0);
  const latest = useRef(draft);
  latest.current = draft;
  const { limits, dispute } = detail;
  const params = { id: dispute.id };

  const faultMessage = (fault: string) => {
    const values = { mostSize: sizeLabel(limits.bytes), most: limits.files, word: fault };
    return t.has(`faults.${fault}` as 'faults.empty')
      ? t(`faults.${fault}` as 'faults.too_large', values)
      : t('faults.other', values);
  };
  const mark = (key: number, change: Partial<Trouble> | null) =>
    setTroubles((now) =>
      now.flatMap((one) => (one.key !== key ? [one] : change === null ? [] : [{ ...one, ...change }])),
    );
  const addOne = async (file: File) => {
    const key = next.current++;
    const fault = fileFault(file, latest.current.stored.attachments, limits);
    setTroubles((now) => [...now, { key, name: file.name, fault: fault && faultMessage(fault) }]);
    if (fault !== null) return;
    try {
      await latest.current.save();
      latest.current.took(await addAttachment(account, dispute.id, file));
      mark(key, null);
      announce(t('added', { name: file.name }));
    } catch (error) {
      mark(key, { fault: faultMessage(errorCodeOf(error)) });
    }
  };
  return {
    troubles,
    announcement,
    dismiss: (key) => mark(key, null),
    async add(files) {
      for (const file of files) await addOne(file);
    },
    async remove(attachment, name) {
      try {
        await latest.current.save();
        const key = 'DELETE /disputes/{id}/draft/attachments/{attachment}';
        latest.current.took(await call(key, { account, params: { ...params, attachment } }));
        announce(t('removed', { name }));
      } catch (error) {
        const key = next.current++;
        setTroubles((now) => [...now, { key, name, fault: faultMessage(errorCodeOf(error)) }]);
      }
    },
  };
}

/** The code that the server reports for the `file` field; for any other error, its title. */
function errorCodeOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'internal';
  const { fields, title, help } = error.problem;
  return fields?.find(({ field }) => field === 'file')?.message ?? help?.title ?? title;
}
