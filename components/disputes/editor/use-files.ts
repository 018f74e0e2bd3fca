'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CallError, call } from '#lib/api/client.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { addAttachment } from '#lib/disputes/queries.ts';
import type { WrittenDraft } from './defense-draft.tsx';

const EXECUTABLE = /\.(exe|msi|bat|sh|cmd)$/i;

type Known = { name: string; size: number };
/** The error code of a file before its upload; the server also checks the content. Sizes are bytes. */
export function fileFault(file: Known, present: readonly Known[], limits: { files: number; bytes: number }) {
  if (EXECUTABLE.test(file.name)) return 'executable';
  if (file.size === 0) return 'empty';
  if (present.some(({ name, size }) => name === file.name && size === file.size)) return 'twice';
  if (present.length >= limits.files) return 'too_many';
  return sizeOf(present) + file.size > limits.bytes ? 'too_large' : null;
}

export const sizeOf = (files: readonly Known[]): number => files.reduce((sum, { size }) => sum + size, 0);

const KILO = 1024;

/** Splits a size into value and binary unit, as in the limit: 182 KB, 1,6 MB. */
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

/** A file that is being uploaded (`error` null), or was rejected with its reason. */
export type Trouble = { key: number; name: string; error: string | null };
export type Files = ReturnType<typeof useFiles>;

type Options = { account: string; detail: DisputeDetail; draft: WrittenDraft };

/** Uploads files one after another: the server counts them, and each answer is the draft's next version. */
export function useFiles({ account, detail: { limits, dispute }, draft }: Options) {
  const t = useTranslations('disputes.files');
  const sizeLabel = useSizeLabels();
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const [announcement, announce] = useState('');
  const next = useRef(0);
  const latest = useRef(draft);
  latest.current = draft;
  const messageOf = (code: string) => {
    const values = { mostSize: sizeLabel(limits.bytes), most: limits.files, word: code };
    return t.has(`faults.${code}` as 'faults.empty')
      ? t(`faults.${code}` as 'faults.too_large', values)
      : t('faults.other', values);
  };
  /** Shows a file above the list; returns its key. */
  const show = (name: string, code: string | null) => {
    const key = next.current++;
    setTroubles((now) => [...now, { key, name, error: code === null ? null : messageOf(code) }]);
    return key;
  };
  const dismiss = (key: number) => setTroubles((now) => now.filter((one) => one.key !== key));
  const addOne = async (file: File) => {
    const { name } = file;
    const code = fileFault(file, latest.current.stored.attachments, limits);
    const key = show(name, code);
    if (code !== null) return;
    try {
      await latest.current.save();
      latest.current.took(await addAttachment(account, dispute.id, file));
      dismiss(key);
      announce(t('added', { name }));
    } catch (thrown) {
      const error = messageOf(errorCodeOf(thrown));
      setTroubles((now) => now.map((one) => (one.key === key ? { ...one, error } : one)));
    }
  };
  return {
    troubles,
    /** For screen readers. */
    announcement,
    dismiss,
    async add(files: Iterable<File>) {
      for (const file of files) await addOne(file);
    },
    async remove(attachment: string, name: string) {
      try {
        await latest.current.save();
        const key = 'DELETE /disputes/{id}/draft/attachments/{attachment}';
        const params = { id: dispute.id, attachment };
        latest.current.took(await call(key, { account, params }));
        announce(t('removed', { name }));
      } catch (thrown) {
        show(name, errorCodeOf(thrown));
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
