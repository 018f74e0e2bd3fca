/** Reads `.env` of the working directory. Variables that are already set win, even when empty. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
}
