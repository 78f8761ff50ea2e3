import { AppError } from '#base/app-error.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import type { TableMessage, TableOrder } from './read-aside.ts'

// Runs in a process of its own: reads one file and sends its rows in portions.
const portion = 1000
const send = (message: TableMessage): void => void process.send?.(message)

function answer({ bytes, sheet }: TableOrder): void {
  const { rows, lines, ...head } = readXlsx(bytes, sheet)
  send({ kind: 'head', head })
  for (let start = 0; start < rows.length; start += portion)
    send({
      kind: 'rows',
      rows: rows.slice(start, start + portion),
      lines: lines.slice(start, start + portion),
    })
  send({ kind: 'end' })
}

process.once('message', (order: TableOrder) => {
  try {
    answer(order)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    send({ kind: 'refused', code: error.code, message: error.message, details: error.details })
  }
})
