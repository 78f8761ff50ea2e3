import { ReaderProcess, type ReaderKind, type ReaderMessage } from './reader-process.ts'

const minutes = 5
const spares = new Map<ReaderKind, { reader: ReaderProcess<ReaderMessage>; timer: NodeJS.Timeout }>()

/**
 * Starts the processes that read a file before there is one to read: they take a second to start, and an upload takes
 * longer. At most one of each kind waits, and not for long. Where none can be started now, none waits.
 */
export function readySpareReaders(): void {
  for (const kind of ['lines', 'meshes'] as const) {
    const known = spares.get(kind)
    if (known) known.timer.refresh()
    else startSpare(kind)
  }
}

/** The process that waits for a file, if there is one. It may have ended a moment ago, before it can take an order. */
export const takeSpareReader = <Message extends ReaderMessage>(
  kind: ReaderKind,
): ReaderProcess<Message> | undefined => forget(kind) as ReaderProcess<Message> | undefined

/** Ends those that wait, when the server stops. */
export function endSpareReaders(): void {
  for (const kind of spares.keys()) forget(kind)?.end()
}

function startSpare(kind: ReaderKind): void {
  let reader: ReaderProcess<ReaderMessage>
  try {
    reader = new ReaderProcess<ReaderMessage>(kind)
  } catch {
    // No memory for it, say: the upload goes on, and the reading starts its own.
    return
  }
  reader.unref()
  reader.onGone(() => {
    if (spares.get(kind)?.reader === reader) forget(kind)
  })
  const timer = setTimeout(() => forget(kind)?.end(), minutes * 60_000)
  timer.unref()
  spares.set(kind, { reader, timer })
}

function forget(kind: ReaderKind): ReaderProcess<ReaderMessage> | undefined {
  const spare = spares.get(kind)
  if (!spare) return undefined
  spares.delete(kind)
  clearTimeout(spare.timer)
  return spare.reader
}
