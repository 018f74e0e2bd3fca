// Preloaded into children that must not outlive the process that started them, even when that was killed. Their own
// workers inherit the preload and must not heed it: only the direct child has this parent.
if (process.channel !== undefined && process.ppid === Number(process.env.GUICHE_PARENT_PID)) {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), 5_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
