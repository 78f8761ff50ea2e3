import { Worker } from 'node:worker_threads'

// The parser works without a pause: only another thread sees in time that it takes too much, or that nobody waits for it
// any more. Plain JavaScript, because a worker cannot load TypeScript on Node 20.
const watcher = `
  const { workerData } = require('node:worker_threads')
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    if (process.memoryUsage.rss() > workerData.bytes) process.kill(process.pid, 'SIGUSR2')
  }, 100)`

/**
 * Ends this process with SIGUSR2, which nobody else sends, when it holds more than that much memory; and with SIGKILL when
 * its parent is gone.
 */
export function watchLimits(megabytes: number): void {
  const bytes = megabytes * 1_048_576
  // A small file may be read before the other thread has looked once.
  if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGUSR2')
  new Worker(watcher, { eval: true, workerData: { bytes }, execArgv: [] }).unref()
}
