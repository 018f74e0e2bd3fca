import 'server-only';

/** An answer that is there in time, else an error; what was asked goes on without anybody who waits. */
export function within<T>(ms: number, answer: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${Math.ceil(ms)} ms`)), Math.max(0, ms));
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
