// The container's health check: does the process on this machine answer?
const port = process.env.PORT ?? '3000';
const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
