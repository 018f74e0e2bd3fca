/** Faults of a file found before it is sent to Guichê; the server looks at its bytes. Sizes are bytes. */

export type FileLimits = { files: number; bytes: number };
export type FileFault = 'empty' | 'executable' | 'too_many' | 'too_large' | 'twice';

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

/** 182 KB, 1,6 MB, counted as the limit is (10 MB = 10 × 1024 × 1024): a figure and its unit. */
export function sizeParts(bytes: number): { unit: 'kb' | 'mb'; value: number } {
  if (bytes >= KILO * KILO) return { unit: 'mb', value: Math.round((bytes / KILO / KILO) * 10) / 10 };
  return { unit: 'kb', value: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / KILO)) };
}
