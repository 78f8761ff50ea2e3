import { join } from 'node:path'
import { AppError } from '#base/app-error.ts'
import { assert } from '#base/assert.ts'
import { forkScript } from '../fork-script.ts'
import { unpackedSize } from './xlsx/open-archive.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import type { TableHead } from './row-stream.ts'
import type { Cell, Table } from './table.ts'

/** What the reader is asked for. */
export interface TableOrder {
  bytes: Uint8Array
  sheet: string | undefined
}

export type TableMessage =
  | { kind: 'head'; head: TableHead }
  | { kind: 'rows'; rows: Cell[][]; lines: number[] }
  | { kind: 'end' }
  | { kind: 'refused'; code: string; message: string; details: unknown }

// Starting a process takes longer than reading a file of this size; packed and unpacked, of which the one says little about
// the other.
const small = { packed: 200_000, unpacked: 2_000_000 }

const mostSeconds = 60
const tooMuch = (cause?: unknown): AppError =>
  new AppError('too_large', 'This file takes too long or too much memory to read.', { cause })

const script = join(import.meta.dirname, 'table-reader.ts')
const megabytes = 768

/**
 * Reads a file in a process of its own, with limits of memory and time: while it is read, everybody else is served, and
 * a file that kills its reader kills nothing else. `receive` gets the messages in order and answers true at the last
 * one. Throws what the reader refuses, and 413.
 */
function readInProcess(order: TableOrder, receive: (message: TableMessage) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = forkScript(script, {
      execArgv: [`--max-old-space-size=${megabytes}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let settled = false
    const finish = (error: unknown): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      reader.kill('SIGKILL')
      if (error === null) resolve()
      else reject(error)
    }
    const timer = setTimeout(() => finish(tooMuch()), mostSeconds * 1000)
    reader.on('message', (message: TableMessage) => {
      if (message.kind === 'refused')
        finish(new AppError(message.code, message.message, { details: message.details }))
      else if (receive(message)) finish(null)
    })
    reader.on('error', finish)
    // Out of memory, V8 aborts the process.
    reader.on('exit', (code, signal) =>
      finish(
        signal === 'SIGABRT' || code === 134
          ? tooMuch()
          : new Error(`The reader of a file ended with ${signal ?? code}.`),
      ),
    )
    reader.send(order)
  })
}

/** A workbook as a table with all its rows. */
export async function readXlsxAside(bytes: Uint8Array, sheet?: string): Promise<Table> {
  if (bytes.length < small.packed && unpackedSize(bytes) < small.unpacked) return readXlsx(bytes, sheet)
  let head: TableHead | undefined
  const rows: Cell[][] = []
  const lines: number[] = []
  await readInProcess({ bytes, sheet }, (message) => {
    if (message.kind === 'head') head = message.head
    if (message.kind === 'rows') {
      for (const row of message.rows) rows.push(row)
      for (const line of message.lines) lines.push(line)
    }
    return message.kind === 'end'
  })
  assert(head, 'a reader that ends well has answered')
  return { ...head, rows, lines }
}
