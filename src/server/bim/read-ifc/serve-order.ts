import { IfcAPI, LogLevel } from 'web-ifc'
import { IfcFailure } from './ifc-failure.ts'
import { openIfcFile, type IfcBytes } from './open-ifc-file.ts'
import { readSchema } from './read-head.ts'
import type { IfcOrder, ReaderMessage } from './reader-process.ts'
import { watchLimits } from './watch-limits.ts'

/** A file that a reader has open, and the parser, which has not. */
export interface OpenFile {
  api: IfcAPI
  bytes: IfcBytes
  schema: string
  order: IfcOrder
}

type Send<Message> = (message: Message) => Promise<void>

/**
 * Makes this process a reader: it waits for one order, opens the file, and sends what `answer` reads in it, at most
 * `ahead` messages before they are taken. The parser is loaded before the order comes.
 */
export function serveOrder<Message extends ReaderMessage>(
  { ahead }: { ahead: number },
  answer: (open: OpenFile, send: Send<Message>) => Promise<void>,
): void {
  const api = new IfcAPI()
  const ready = api.Init()
  let underWay = 0
  let goOn = (): void => undefined
  const send = async (message: Message): Promise<void> => {
    if (underWay >= ahead) await new Promise<void>((resolve) => (goOn = resolve))
    underWay += 1
    // Nothing goes out while the next portion is being read.
    await new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()))
  }
  process.once('disconnect', () => process.exit())
  process.once('message', (order: IfcOrder) => {
    process.on('message', () => {
      underWay -= 1
      goOn()
    })
    process.send?.({ kind: 'taken' })
    watchLimits(order.limits.memoryMegabytes)
    const opened = async (): Promise<OpenFile> => {
      const bytes = openIfcFile(order.path, order.limits)
      const schema = readSchema(bytes)
      await ready
      api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
      return { api, bytes, schema, order }
    }
    opened()
      .then((open) => answer(open, send))
      .catch((error: unknown) => {
        const { code, cause } = failureIn(error)
        process.send?.({ kind: 'failed', code, why: String(cause ?? '') })
      })
  })
}

// What the parser says when there is no more memory, or when a line makes no sense.
const outOfMemory = /memory|OOM|allocation|bad_alloc/i

function failureIn(error: unknown): IfcFailure {
  if (error instanceof IfcFailure) return error
  return new IfcFailure(outOfMemory.test(String(error)) ? 'too_much_memory' : 'unreadable', error)
}
