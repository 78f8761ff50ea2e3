import { ReaderProcess, type ReaderKind, type ReaderMessage } from './reader-process.ts'

const minutes = 5
const spares = new Map<ReaderKind, { reader: ReaderProcess<ReaderMessage>; timer: NodeJS.Timeout }>()

/**
 * Starts the processes that read a file before there is one to read: they take a second to start, and an upload takes
 * longer. At most one of each kind waits, and not for long.
 */
export function readySpareReaders(): void {
  for (const kind of ['lines', 'meshes'] as const) {
    const known = spares.get(kind)
    if (known) {
      known.timer.refresh()
      continue
    }
    const reader = new ReaderProcess<ReaderMessage>(kind)
    reader.unref()
    reader.onExit(() => {
      if (spares.get(kind)?.reader === reader) forget(kind)
    })
    const timer = setTimeout(() => forget(kind)?.end(), minutes * 60_000)
    timer.unref()
    spares.set(kind, { reader, timer })
  }
}

/** A process for one reading: the one that waits for it, if there is one. */
export const takeReader = <Message extends ReaderMessage>(kind: ReaderKind): ReaderProcess<Message> =>
  (forget(kind) as ReaderProcess<Message> | undefined) ?? new ReaderProcess<Message>(kind)

/** Ends those that wait, when the server stops. */
export function endSpareReaders(): void {
  for (const kind of spares.keys()) forget(kind)?.end()
}

function forget(kind: ReaderKind): ReaderProcess<ReaderMessage> | undefined {
  const spare = spares.get(kind)
  if (!spare) return undefined
  spares.delete(kind)
  clearTimeout(spare.timer)
  return spare.reader
}
