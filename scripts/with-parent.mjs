// Preloaded into child processes that must end with the process that started them, even when it was killed
// before they began. Their own workers inherit the preload but must ignore it: only the direct child has this
// parent.
const parent = Number(process.env.GUICHE_PARENT_PID);

function isGone() {
  try {
    return !process.kill(parent, 0);
  } catch (cause) {
    return cause.code === 'ESRCH';
  }
}

if (process.channel !== undefined && (process.ppid === parent || isGone())) {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), 5_000).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
