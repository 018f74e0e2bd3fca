import { readOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is taken. Choose another with --port, or 0 for any free one.';
  if (code === 'EACCES' || code === 'EROFS') return `The data folder or the port cannot be used: ${message}`;
  return message;
}

try {
  const sandbox = await startSandbox(readOptions(process.argv.slice(2)));
  for (const note of sandbox.notes) console.log(note);
  console.log(JSON.stringify(sandbox.ready));
  const end = () => {
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
} catch (error) {
  console.error(`sandbox: ${reason(error)}`);
  process.exitCode = 1;
}
