import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** The fields of the measured model, in the order of the columns of its file. */
export const fields = [
  { key: 'code', label: 'Code', type: 'text', unique: true },
  { key: 'name', label: 'Name', type: 'text', required: true },
  { key: 'quantity', label: 'Quantity', type: 'decimal', scale: 3 },
  { key: 'price', label: 'Price', type: 'money', scale: 2, currency: 'EUR' },
  {
    key: 'category',
    label: 'Category',
    type: 'select',
    options: Array.from({ length: 20 }, (_, at) => `C${at}`),
  },
  { key: 'since', label: 'Since', type: 'date' },
  { key: 'stocked', label: 'Stocked', type: 'boolean' },
  { key: 'note', label: 'Note', type: 'text' },
] as const

const two = (part: number): string => String(part).padStart(2, '0')

/** Line `index` of the file; the sum of its prices is known without reading it. */
const line = (index: number): string =>
  [
    `K-${index}`,
    `"Beam, oak, planed ${index}"`,
    `${index % 997}.125`,
    `${index % 1000}.50`,
    `C${index % 20}`,
    `20${two(index % 30)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    index % 2 === 0 ? 'true' : 'false',
    `delivered with lorry ${index % 5000}`,
  ].join(',')

/** Writes a CSV of `rows` rows. */
export async function makeFile(path: string, rows: number): Promise<void> {
  const out = createWriteStream(path)
  out.write(`${fields.map(({ key }) => key).join(',')}\n`)
  for (let start = 0; start < rows; start += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - start) }, (_, at) => line(start + at))
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** The sum of the prices of the first `rows` rows. */
export function priceSum(rows: number): string {
  let cents = 0n
  for (let index = 0; index < rows; index++) cents += BigInt((index % 1000) * 100 + 50)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
