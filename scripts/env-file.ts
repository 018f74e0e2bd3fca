/** Reads `.env` of the working directory; values that are already set win, empty ones too. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
}
